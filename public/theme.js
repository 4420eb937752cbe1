// Runs before the first paint, so that a chosen theme never flashes and the picture of the list is seen where the list will be.
// A separate file because the CSP forbids inline scripts.
(function () {
  var page = document.documentElement.dataset;
  var chosen = null;
  try {
    chosen = localStorage.getItem("yieldboard.theme");
  } catch {
    // Storage can be switched off; the system's theme is used then.
  }
  var dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  page.theme = dark ? "dark" : "light";
  // Borrow, perpetual and prediction have another head over their list.
  if (location.pathname === "/" && !/[?&]view=[bp]/.test(location.search)) page.at = "list";
  var config = document.getElementById("dashboard-config");
  if (config !== null && config.textContent.includes('"kind":"demo"')) page.source = "demo";
})();
