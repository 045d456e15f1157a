import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { advance, redo, startHistory, undo } from '../../model/basics/history.ts'

const STEPS = 100
/** Changes of one text field within this time in ms are one step. */
const TYPING_MS = 1000
/** Other changes within this time in ms are one step: one click may change several parts of the value. */
const CLICK_MS = 50

export interface Undoable<T> {
  present: T
  /** an undo step of its own, unless the same click has caused the previous change, or the user is still typing */
  set: (change: (now: T) => T) => void
  /** not an undo step: for changes that the user did not make */
  replace: (change: (now: T) => T) => void
  restart: (present: T) => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
  /** number of undone and redone steps: fields with their own state use it as a key to start again */
  moves: number
}

/** The value of a form, with its history. */
export function useUndoable<T>(start: T | (() => T)): Undoable<T> {
  const [history, setHistory] = useState(() => startHistory(start instanceof Function ? start() : start))
  const [moves, setMoves] = useState(0)
  const last = useRef<{ field: Element | null; at: number }>(undefined)

  /** Whether a change is part of the previous step. */
  function isContinued(): boolean {
    const field = document.activeElement
    const before = last.current
    const at = performance.now()
    last.current = { field, at }
    return before?.field === field && at - before.at < (isTextField(field) ? TYPING_MS : CLICK_MS)
  }

  function move(step: typeof undo) {
    last.current = undefined
    setHistory(step)
    setMoves((count) => count + 1)
  }

  return {
    present: history.present,
    set(change) {
      const isSameStep = isContinued()
      setHistory((now) => {
        const next = change(now.present)
        if (Object.is(next, now.present)) return now
        return isSameStep && now.past.length > 0 ? { ...now, present: next, future: [] } : advance(now, next, STEPS)
      })
    },
    replace: (change) => setHistory((now) => ({ ...now, present: change(now.present) })),
    restart: (present) => setHistory(startHistory(present)),
    undo: () => move(undo),
    redo: () => move(redo),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    moves,
  }
}

const isTextField = (element: Element | null) =>
  element?.closest('input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]') != null

/** Ctrl or Cmd with Z and Y in the dialog of an element; text fields have their own undo. */
export function useUndoKeys(
  { undo: back, redo: again }: Pick<Undoable<unknown>, 'undo' | 'redo'>,
  inside: RefObject<Element | null>,
) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
    const key = event.key.toLowerCase()
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
    if ((!isRedo && key !== 'z') || !(event.target instanceof Element)) return
    const dialog = inside.current?.closest('[role="dialog"]')
    // the focus is on the body if an undone step removed the focused part of the form
    const isOurs = event.target === document.body || (dialog?.contains(event.target) ?? false)
    if (!isOurs || isTextField(event.target)) return
    event.preventDefault()
    ;(isRedo ? again : back)()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
