/** The style of `/docs`: Swagger's page in Furrow's colours, without its unused parts. */
export const DOCS_STYLE = `
:root { --leaf: #2f6b3a; --soil: #4a3b2a; --paper: #fbfaf6; --line: #e3dfd3; --ink: #26302a; }
body { background: var(--paper); }
.swagger-ui { color: var(--ink); }
.swagger-ui .topbar, .swagger-ui .scheme-container .servers-title, .swagger-ui .scheme-container .servers, .swagger-ui .response-col_links, .swagger-ui .info .main .link { display: none; }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .info h3, .swagger-ui .opblock-tag, .swagger-ui .markdown p,
.swagger-ui .renderedMarkdown p, .swagger-ui .renderedMarkdown li, .swagger-ui td, .swagger-ui th { font-family: sans-serif; }
.swagger-ui .modal-ux-content { display: flex; flex-direction: column-reverse; }
.swagger-ui .wrapper { max-width: 1120px; }
.swagger-ui .info { margin: 36px 0 12px; }
.swagger-ui .info .title { color: var(--leaf); font-size: 34px; }
.swagger-ui .info .title small { background: var(--soil); }
.swagger-ui .info .title small.version-stamp { background: var(--leaf); }
.swagger-ui .info .markdown p, .swagger-ui .info li, .swagger-ui .info td {
  color: var(--ink); font-size: 15px; line-height: 1.55; }
.swagger-ui .info h3 { color: var(--ink); font-size: 19px; margin: 26px 0 6px; }
.swagger-ui .info table { border-collapse: collapse; margin: 8px 0 14px; }
.swagger-ui .info .markdown > p { font-size: 15px; line-height: 1.55; }
.swagger-ui .info table th { border-bottom: 2px solid var(--leaf); padding: 6px 14px 6px 0; }
.swagger-ui .info table td { border-bottom: 1px solid var(--line); padding: 8px 14px 8px 0; vertical-align: top; }
.swagger-ui .info ul { padding-left: 20px; }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code, .swagger-ui .info code {
  background: #eef1e8; border-radius: 3px; color: #23512c; font-size: 12.5px; font-weight: 500; padding: 1px 5px; }
.swagger-ui .scheme-container { background: transparent; box-shadow: none; padding: 6px 0 18px; }
.swagger-ui .btn.authorize { border-color: var(--leaf); color: var(--leaf); }
.swagger-ui .btn.authorize svg { fill: var(--leaf); }
.swagger-ui .btn.execute { background: var(--leaf); border-color: var(--leaf); }
.swagger-ui .opblock-tag { border-bottom: 1px solid var(--line); font-size: 21px; padding: 14px 4px; }
.swagger-ui .opblock-tag small { color: #66705f; flex: 3; font-size: 14px; line-height: 1.45; padding: 0 18px; }
.swagger-ui .opblock { border-radius: 6px; box-shadow: none; margin: 0 0 8px; }
.swagger-ui .opblock .opblock-section-header { background: rgba(255, 255, 255, 0.6); box-shadow: none; }
.swagger-ui .opblock .opblock-summary-path { font-size: 14.5px; max-width: 60%; }
.swagger-ui .opblock-description-wrapper p, .swagger-ui .opblock .renderedMarkdown p { font-size: 14.5px; line-height: 1.5; }
.swagger-ui .opblock-body pre.microlight { font-size: 12.5px; }
.swagger-ui .response-col_description .renderedMarkdown li, .swagger-ui .response-col_description .renderedMarkdown p {
  color: var(--ink); font-size: 14px; line-height: 1.5; }
.swagger-ui .response-col_description .renderedMarkdown ul { margin: 4px 0; padding-left: 18px; }
.swagger-ui table.headers { opacity: 0.75; }
.swagger-ui table.headers td, .swagger-ui table.headers code { font-size: 11.5px; font-weight: 400; }
.swagger-ui table tbody tr td { padding: 10px 0 0; }
.swagger-ui section.models { border-color: var(--line); }
`;
