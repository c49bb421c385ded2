// The big screen: one layout, scaled to the screen there is, which stays awake.

const WIDE = 1280;
const HIGH = 720;

export function fill(frame) {
  const fit = () => {
    const scale = Math.min(innerWidth / WIDE, innerHeight / HIGH);
    frame.style.transform = `scale(${scale})`;
  };
  frame.classList.add('scaled');
  fit();
  addEventListener('resize', fit);
  stayAwake();
  document.addEventListener('visibilitychange', stayAwake);
}

// Browsers offer it over https and on this machine only; elsewhere the screen may go dark.
async function stayAwake() {
  if (document.hidden) return;
  await navigator.wakeLock?.request('screen').catch(() => {});
}
