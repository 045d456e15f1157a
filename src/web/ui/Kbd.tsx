import css from './Kbd.module.css'

/** The chip of one key or chord, such as `⌘ K`. */
export function Kbd({ keys }: { keys: string }) {
  return <kbd className={css.kbd}>{keys}</kbd>
}

/** The modifier key of this machine, as it is printed. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
