// Sending what was decided, one thing at a time, and telling what the server says to it.

export function sender(table, picture, line, { toast, lost }) {
  let sending = false;

  async function post(action, fields) {
    if (sending) return;
    sending = true;
    picture.wait();
    table.classList.add('sending');
    const body = new URLSearchParams(new FormData(table));
    for (const [key, value] of Object.entries(fields)) body.set(key, value);
    try {
      const headers = { Accept: 'application/json' };
      const answer = await fetch(action, { method: 'POST', body, headers, keepalive: true });
      if (answer.status === 204) await arrived(answer);
      else await explain(answer);
    } catch {
      lost(true);
    } finally {
      sending = false;
      table.classList.remove('sending');
      picture.goOn();
    }
  }

  async function arrived(answer) {
    picture.reach(Number(answer.headers.get('spieltisch-number') ?? 0));
    if (!line.open()) await line.refresh();
  }

  async function explain(answer) {
    const said = answer.headers.get('content-type')?.includes('json') ? await answer.json() : null;
    if (said?.html) toast(said.html);
    if (answer.status === 409 || answer.status === 404) await line.refresh();
  }

  const play = (move) => post(table.action, { move, key: crypto.randomUUID?.() ?? String(Math.random()) });
  const why = (move) => post(table.action, { why: move });
  return { post, play, why, explain };
}
