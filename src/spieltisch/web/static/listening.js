// Listening to the table: each change brings the sections that differ, without how they begin and end
// as before.

const AGAIN = 2000;
const SECTION = /<!--§(\w+)(?: (\d+) (\d+))?-->([^]*?)(?=<!--§|$)/g;

export function listener(table, { seat, cover }, take, lost) {
  let source;

  function listen() {
    const sections = new Map();
    source = new EventSource(`${location.pathname}/events?version=${table.dataset.version}&seat=${seat}`);
    source.addEventListener('table', (event) => {
      for (const [, name, begin = 0, end = 0, html] of event.data.matchAll(SECTION)) {
        const old = sections.get(name) ?? '';
        sections.set(name, old.slice(0, begin) + html + old.slice(old.length - end));
      }
      take([...sections.values()].join(''));
      lost(false);
    });
    source.addEventListener('go', cover);
    source.addEventListener('open', () => lost(false));
    source.addEventListener('error', () => {
      lost(true);
      if (source.readyState === EventSource.CLOSED) setTimeout(again, AGAIN);
    });
  }

  // The server was away, or one has no seat here any more.
  function again() {
    refresh().catch(() => lost(true));
    listen();
  }

  async function refresh() {
    const answer = await fetch(`${location.pathname}/fragment?seat=${seat}`);
    if (answer.ok) take(await answer.text());
    else if ([403, 404].includes(answer.status)) location.reload();
  }

  const open = () => source.readyState === EventSource.OPEN;
  return { listen, refresh, open };
}
