// Moments as the reader's own clock tells them, on the page and in what takes its place later.

const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

function tell() {
  for (const time of document.querySelectorAll('time[datetime]:not([data-told])')) {
    time.dataset.told = '';
    time.textContent = format.format(new Date(time.dateTime));
  }
}

export function localise() {
  tell();
  new MutationObserver(tell).observe(document.body, { childList: true, subtree: true });
}
