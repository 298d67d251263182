"use strict";
// Without this script everything can still be read: it opens the finding that a
// link leads to, and copies commands.
function reveal() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target && target.querySelector(":scope > details");
  if (details) details.open = true;
}
addEventListener("hashchange", reveal);
reveal();
for (const button of document.querySelectorAll("button.copy")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
    button.textContent = "Copied";
  });
}
