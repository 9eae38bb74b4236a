import type { Command } from 'commander';
import type { Answer } from '../output.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Prints a script that completes the words of this command line, for the shell's start-up file. */
export function completion(program: Command, shell: Shell): Answer {
  const script = shell === 'fish' ? fish(program) : bash(program, shell);
  return { document: { shell, script }, text: script };
}

interface Node {
  /** For example `token issue`; empty for the program itself. */
  readonly path: string;
  readonly command: Command;
}

function nodesOf(command: Command, path = ''): Node[] {
  const within = command.commands.flatMap((child) => nodesOf(child, `${path} ${child.name()}`.trim()));
  return [{ path, command }, ...within];
}

function flagsOf({ options }: Command) {
  return [
    ...options,
    { long: '--help', description: 'display help', required: false, argChoices: undefined },
  ];
}

function takesFile({ registeredArguments }: Command): boolean {
  return registeredArguments.some((argument) => argument.name() === 'file');
}

function choicesOf({ registeredArguments }: Command): string[] {
  return registeredArguments.flatMap((argument) => argument.argChoices ?? []);
}

/** zsh can interpret bash completions. */
function bash(program: Command, shell: 'bash' | 'zsh'): string {
  const name = program.name();
  const nodes = nodesOf(program);
  const words = ({ command }: Node) =>
    [
      ...command.commands.map((child) => child.name()),
      ...choicesOf(command),
      ...flagsOf(command).map(({ long }) => long),
    ].join(' ');
  const values = nodes.flatMap(({ path, command }) =>
    command.options
      .filter(({ required }) => required)
      .map(({ long, argChoices }) => `    '${path} ${long}') words='${(argChoices ?? []).join(' ')}' ;;`),
  );
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' words='' files='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${path:+$path }\${COMP_WORDS[i]}" in
      ${nodes
        .filter(({ path }) => path !== '')
        .map(({ path }) => `'${path}'`)
        .join(' | ')}) path="\${path:+$path }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path \${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join('\n')}
    *)
      case "$path" in
${nodes.map((node) => `        '${node.path}') words='${words(node)}'${takesFile(node.command) ? ' files=yes' : ''} ;;`).join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ -n $files && $current != -* ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$current"))
  fi
}
complete -F _${name} ${name}`;
}

function fish(program: Command): string {
  const name = program.name();
  const lines = nodesOf(program).flatMap(({ path, command }) => {
    const condition = conditionOf(path, command);
    const begin = `complete -c ${name} -n ${quoted(condition)}`;
    return [
      ...command.commands.map((child) => `${begin} -f -a ${child.name()} -d ${quoted(child.description())}`),
      ...choicesOf(command).map((choice) => `${begin} -f -a ${choice}`),
      ...(takesFile(command) ? [`${begin} -F`] : []),
      ...flagsOf(command).map(({ long, description, required, argChoices }) =>
        [
          `${begin} -l ${(long ?? '').replace(/^--/, '')} -d ${quoted(description)}`,
          ...(required ? ['-x'] : []),
          ...(argChoices ? [`-a ${quoted(argChoices.join(' '))}`] : []),
        ].join(' '),
      ),
    ];
  });
  return [`complete -c ${name} -f`, ...lines].join('\n');
}

/** A condition that holds once every word of the path has been typed and none of its subcommands. */
function conditionOf(path: string, command: Command): string {
  const next = command.commands.map((child) => child.name()).join(' ');
  const conditions = [
    ...(path === '' ? [] : path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`)),
    ...(next === '' ? [] : [`not __fish_seen_subcommand_from ${next}`]),
  ];
  return conditions.join('; and ');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
