/** SQL for a JSON object of these expressions by name. */
export const jsonObject = (expressions: Readonly<Record<string, string>>) =>
  `json_build_object(${Object.entries(expressions)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(', ')})`;

/** SQL for an instant as answers write it: in UTC and to the millisecond. */
export const jsonInstant = (instant: string) =>
  `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
