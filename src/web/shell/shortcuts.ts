import { useEffect, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'

/**
 * Keys of a shortcut: one key (`/`, `?`, `[`), keys after each other (`g h`), or a chord with the platform's modifier
 * (`mod+k`). Letters are lower case.
 */
export interface Shortcut {
  keys: string
  label: string
  group: string
  run: () => void
}

/** Keys that some part of the page answers itself, told in the list of `?`. */
export type ListedKeys = Omit<Shortcut, 'run'> & { run?: undefined }

/** The shortcuts that are in force on the page now; `?` lists them. */
export const useShortcuts = create<{ shortcuts: (Shortcut | ListedKeys)[] }>(() => ({ shortcuts: [] }))

/** Puts a shortcut in force while the component is mounted. */
export function useShortcut({ keys, label, group, run }: Shortcut): void {
  const latest = useRef(run)
  // what can be seen can be pressed: a key may come before other effects have run
  useLayoutEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const shortcut: Shortcut = { keys, label, group, run: () => latest.current() }
    useShortcuts.setState(({ shortcuts }) => ({ shortcuts: [...shortcuts, shortcut] }))
    return () =>
      useShortcuts.setState(({ shortcuts }) => ({ shortcuts: shortcuts.filter((each) => each !== shortcut) }))
  }, [keys, label, group])
}

/** Lists keys while the component is mounted; the part that has the focus answers them. */
export function useListedKeys({ keys, label, group }: ListedKeys): void {
  useEffect(() => {
    const listed: ListedKeys = { keys, label, group }
    useShortcuts.setState(({ shortcuts }) => ({ shortcuts: [...shortcuts, listed] }))
    return () => useShortcuts.setState(({ shortcuts }) => ({ shortcuts: shortcuts.filter((each) => each !== listed) }))
  }, [keys, label, group])
}

const sequenceMs = 900

/** A pressed key as shortcuts write it. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey'>): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  return event.metaKey || event.ctrlKey ? `mod+${key}` : key
}

/**
 * The step of matching: what was pressed before and the new key -> the shortcut it completes, or what to remember.
 */
export function matchKeys(
  shortcuts: readonly Pick<Shortcut, 'keys'>[],
  before: string,
  key: string,
): { index: number } | { remember: string } {
  const pressed = before === '' ? key : `${before} ${key}`
  for (const candidate of pressed === key ? [key] : [pressed, key]) {
    // The last one mounted wins: a dialog's keys go before the page's.
    const index = shortcuts.findLastIndex((shortcut) => shortcut.keys === candidate)
    if (index >= 0) return { index }
    if (shortcuts.some((shortcut) => shortcut.keys.startsWith(`${candidate} `))) return { remember: candidate }
  }
  return { remember: '' }
}

/** Listens for shortcuts on the whole page. Returns the way to stop. */
export function startShortcuts(): () => void {
  let before = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function onKeyDown(event: KeyboardEvent) {
    const key = keyName(event)
    const isChord = key.startsWith('mod+')
    if (event.defaultPrevented || event.altKey || (!isChord && isTyping(event))) return
    clearTimeout(timer)
    const shortcuts = useShortcuts.getState().shortcuts.filter((each) => each.run !== undefined)
    const step = matchKeys(shortcuts, before, key)
    before = 'remember' in step ? step.remember : ''
    if ('index' in step) {
      event.preventDefault()
      shortcuts[step.index]?.run?.()
    } else if (before !== '') {
      timer = setTimeout(() => {
        before = ''
      }, sequenceMs)
    }
  }

  document.addEventListener('keydown', onKeyDown)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('keydown', onKeyDown)
  }
}

/** Single keys belong to the field, menu or dialog that has the focus. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="menu"], [role="listbox"], [role="dialog"]') !== null
  )
}
