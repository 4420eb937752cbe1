// Sets the theme before the first paint, so that no other one flashes, and reports a main script that fails
// to load. A separate file, because the CSP forbids inline scripts.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("yieldboard.theme");
  } catch {
    // Storage may be blocked. The page then uses the system's theme.
  }
  // As in preferences.ts: forced colours have a palette of their own.
  if (matchMedia("(forced-colors: active)").matches) chosen = null;
  var dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();

addEventListener(
  "error",
  function (event) {
    var loading = document.getElementById("loading");
    if (loading === null || !(event.target instanceof HTMLScriptElement)) return;
    loading.textContent = "The page could not be loaded. Check the network, then reload.";
    loading.setAttribute("role", "alert");
    loading.closest("[aria-hidden]").removeAttribute("aria-hidden");
  },
  // Load errors do not bubble.
  true,
);
