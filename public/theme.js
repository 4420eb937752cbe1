// Runs before the first paint, so that a chosen theme never flashes, and says when the program does not arrive.
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

addEventListener(
  "error",
  function (event) {
    var loading = document.getElementById("loading");
    if (loading === null || !(event.target instanceof HTMLScriptElement)) return;
    loading.textContent = "The page could not be loaded. Check the network, then reload.";
    loading.setAttribute("role", "alert");
    loading.closest("[aria-hidden]").removeAttribute("aria-hidden");
  },
  // Such errors do not bubble.
  true,
);
