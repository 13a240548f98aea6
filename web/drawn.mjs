// How long a page takes until what an action changes is drawn, for the measuring scripts. Runs in the page. Must not know
// what is measured.

/**
 * Clicks the element that the selector names, or chooses from it if it is a list, and returns the time until the last
 * change inside `within` was drawn, in milliseconds: `quiet` milliseconds passed without another.
 */
export function timed([selector, within, quiet, choice]) {
  return new Promise((done) => {
    const began = performance.now();
    let drawn = began;
    let waits;
    const settle = () => {
      clearTimeout(waits);
      waits = setTimeout(() => {
        watch.disconnect();
        done(drawn - began);
      }, quiet);
    };
    // A task after the next frame, when the changes are drawn.
    const note = () => requestAnimationFrame(() => setTimeout(() => ((drawn = performance.now()), settle())));
    const watch = new MutationObserver(note);
    watch.observe(document.querySelector(within), { subtree: true, childList: true, characterData: true });
    const element = document.querySelector(selector);
    if (choice === undefined) element.click();
    else {
      element.value = choice;
      element.dispatchEvent(new Event("change", { bubbles: true }));
    }
    note();
  });
}
