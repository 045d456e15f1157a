import css from './Kbd.module.css'

/** A key or chord, such as `⌘ K`. */
export function Kbd({ keys }: { keys: string }) {
  return <kbd className={css.kbd}>{keys}</kbd>
}

/** The modifier key of this machine, as printed on it. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
