/**
 * The look of the pages that the API itself writes, which have no scripts: the same colours and sizes as the console
 * (libs/web/src/styles/tokens.css).
 */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#f6f5ef, #12160f); --card: light-dark(#fff, #1a1f18);
  --line: light-dark(#e2dfd3, #30382e); --ink: light-dark(#19221c, #eef1e8); --faint: light-dark(#535e56, #aeb8ab);
  --accent: light-dark(#1f5c38, #8fd4a4); --soft: light-dark(#e3eee1, #22362a); --on-accent: light-dark(#fff, #0e2316); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.5;
  font-family: Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
header { display: flex; align-items: center; gap: .65rem; min-height: 3.75rem; padding: .5rem 1.25rem;
  background: var(--card); border-bottom: 1px solid var(--line); font-size: 1.125rem; font-weight: 700; }
header img { border-radius: 22%; }
main { max-width: 44rem; margin: 0 auto; padding: clamp(1rem, 5vh, 3rem) 1.25rem 3rem; }
main > img { display: block; width: 100%; height: auto; border-radius: 1.2rem; }
h1 { font-size: clamp(1.75rem, 1.2rem + 2.6vw, 2.5rem); line-height: 1.15; letter-spacing: -.012em; margin: 1.5rem 0 .5rem; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .5rem 0; }
small, .faint { color: var(--faint); }
a { color: var(--accent); text-underline-offset: .18em; }
button, .button { font: inherit; font-weight: 600; color: inherit; cursor: pointer; text-decoration: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.card { display: block; width: 100%; text-align: start; background: var(--card); border: 1px solid var(--line);
  border-radius: .875rem; padding: .8rem 1rem; margin: .6rem 0; min-height: 3rem; }
.card:hover { background: var(--soft); border-color: var(--accent); }
.card small { display: block; font-weight: 400; }
.chip { display: inline-block; padding: .1rem .65rem; border-radius: 9rem; background: var(--soft); color: var(--accent);
  font-size: .875rem; font-weight: 600; }
.chip.bad { background: light-dark(#fce8e5, #431a17); color: light-dark(#9a1c1c, #ffb0a8); }
`;
