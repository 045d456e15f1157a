import { useEffect, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'
import { typeAhead } from './shellState.ts'

/**
 * Keys of a shortcut: one key (`/`, `?`, `[`), a sequence (`g h`), or a chord with the platform's modifier (`mod+k`).
 * Letters are lower case.
 */
export interface Shortcut {
  keys: string
  label: string
  group: string
  run: () => void
}

/** Keys that a component handles itself, listed under `?`. */
export type ListedKeys = Omit<Shortcut, 'run'> & { run?: undefined }

/** The active shortcuts of the page; `?` lists them. */
export const useShortcuts = create<{ shortcuts: (Shortcut | ListedKeys)[] }>(() => ({ shortcuts: [] }))

/** Activates a shortcut while the component is mounted. */
export function useShortcut({ keys, label, group, run }: Shortcut): void {
  const latest = useRef(run)
  // visible components must respond at once: a key may arrive before other effects have run
  useLayoutEffect(() => {
    latest.current = run
  })
  useLayoutEffect(() => {
    const shortcut: Shortcut = { keys, label, group, run: () => latest.current() }
    useShortcuts.setState(({ shortcuts }) => ({ shortcuts: [...shortcuts, shortcut] }))
    return () =>
      useShortcuts.setState(({ shortcuts }) => ({ shortcuts: shortcuts.filter((each) => each !== shortcut) }))
  }, [keys, label, group])
}

/** Lists keys while the component is mounted; the focused component handles them. */
export function useListedKeys({ keys, label, group }: ListedKeys): void {
  useEffect(() => {
    const listed: ListedKeys = { keys, label, group }
    useShortcuts.setState(({ shortcuts }) => ({ shortcuts: [...shortcuts, listed] }))
    return () => useShortcuts.setState(({ shortcuts }) => ({ shortcuts: shortcuts.filter((each) => each !== listed) }))
  }, [keys, label, group])
}

/** Maximum time between the keys of a sequence, in ms. */
const sequenceMs = 900

/** A pressed key in the notation of shortcuts. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey'>): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  return event.metaKey || event.ctrlKey ? `mod+${key}` : key
}

/** One matching step: the previous keys and the new key -> the completed shortcut, or the keys to wait for. */
export function matchKeys(
  shortcuts: readonly Pick<Shortcut, 'keys'>[],
  before: string,
  key: string,
): { index: number } | { remember: string } {
  const pressed = before === '' ? key : `${before} ${key}`
  for (const candidate of pressed === key ? [key] : [pressed, key]) {
    // The last mounted one takes precedence: the keys of a dialog override those of the page.
    const index = shortcuts.findLastIndex((shortcut) => shortcut.keys === candidate)
    if (index >= 0) return { index }
    if (shortcuts.some((shortcut) => shortcut.keys.startsWith(`${candidate} `))) return { remember: candidate }
  }
  return { remember: '' }
}

declare global {
  interface Window {
    /** keys pressed before the code of the page ran (server/shell.ts); undefined once the shortcuts have started */
    earlyKeys?: KeyboardEvent[] | undefined
  }
}

/** Listens for shortcuts on the whole page. Returns a function that stops it. */
export function startShortcuts(): () => void {
  let before = ''
  let pressedMs = 0

  function onKeyDown(event: KeyboardEvent) {
    if (!event.defaultPrevented) onKey(event)
  }

  function onKey(event: KeyboardEvent) {
    const key = keyName(event)
    const isChord = key.startsWith('mod+')
    if (event.altKey || (!isChord && isTyping(event))) return
    // uses the time when the keys were pressed: a busy page handles them later
    if (event.timeStamp - pressedMs > sequenceMs) before = ''
    pressedMs = event.timeStamp
    const shortcuts = useShortcuts.getState().shortcuts.filter((each) => each.run !== undefined)
    const step = matchKeys(shortcuts, before, key)
    before = 'remember' in step ? step.remember : ''
    if ('index' in step) {
      event.preventDefault()
      shortcuts[step.index]?.run?.()
    }
  }

  document.addEventListener('keydown', onKeyDown)
  for (const event of window.earlyKeys ?? []) if (!typeAhead(event)) onKey(event)
  window.earlyKeys = undefined
  return () => document.removeEventListener('keydown', onKeyDown)
}

/** Whether the focus is in a field, menu or dialog, which handles single keys itself. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="menu"], [role="listbox"], [role="dialog"]') !== null
  )
}
