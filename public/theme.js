// Runs before the first paint, so that a chosen theme never flashes.
// A separate file because the CSP forbids inline scripts.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("yieldboard.theme");
  } catch {
    // Storage can be switched off; the system's theme is used then.
  }
  // As in preferences.ts: forced colours come with a palette of their own.
  if (matchMedia("(forced-colors: active)").matches) chosen = null;
  var dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
