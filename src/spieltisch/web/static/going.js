// The games that are going on, on the home page: newer ones in place of the older, focus stays.

const badge = (root) => navigator.setAppBadge?.(root.querySelectorAll('.mine-to-move').length).catch(() => {});

export function follow(root) {
  badge(root);
  const source = new EventSource('/home/events');
  source.addEventListener('going', (event) => show(root, event.data));
}

function show(root, html) {
  const picture = document.createElement('template');
  picture.innerHTML = html;
  const before = root.cloneNode(false);
  before.append(picture.content);
  if (before.innerHTML.trim() === root.innerHTML.trim()) return;
  const focused = root.contains(document.activeElement) ? document.activeElement.id : '';
  const turns = root.querySelectorAll('.mine-to-move').length;
  root.replaceChildren(...before.childNodes);
  badge(root);
  if (focused) document.getElementById(focused)?.focus();
  if (root.querySelectorAll('.mine-to-move').length > turns) tell(root);
}

function tell(root) {
  const said = root.parentElement.querySelector('[role=status]');
  if (said) said.textContent = root.dataset.turn;
}
