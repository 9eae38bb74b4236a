// Applies the theme that the user chose (app/theme.ts) before the first paint, which the modules would come too late
// for. It is a file because the Content-Security-Policy forbids inline scripts.
document.documentElement.dataset.theme = localStorage.getItem('furrow-theme') ?? 'system';
