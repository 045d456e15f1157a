import { useEffect, useEffectEvent } from 'react'
import { useListedKeys } from '../../shell/shortcuts.ts'
import { defineTexts, useText } from '../../ui/text.ts'

const texts = defineTexts('sqlLab.keys', {
  group: 'SQL Lab',
  run: 'Run query',
  runAt: 'Run the statement at the cursor',
  stop: 'Stop running',
  newTab: 'New tab',
  format: 'Format SQL',
  find: 'Find',
  replace: 'Replace',
  leave: 'Leave the editor',
})

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

export interface LabActions {
  run: () => void
  stop: () => void
  newTab: () => void
  format: () => void
}

/** The keys of the page outside of the editor. The editor handles its own keys; the list of shortcuts contains all. */
export function useLabKeys(actions: LabActions): void {
  const t = useText()
  const group = t(texts.group)
  useListedKeys({ keys: 'Ctrl+Enter', label: t(texts.run), group })
  useListedKeys({ keys: 'Ctrl+Shift+Enter', label: t(texts.runAt), group })
  useListedKeys({ keys: isMac ? 'Ctrl+X' : 'Ctrl+E', label: t(texts.stop), group })
  useListedKeys({ keys: isMac ? 'Ctrl+T' : 'Ctrl+Q', label: t(texts.newTab), group })
  useListedKeys({ keys: 'Ctrl+Shift+F', label: t(texts.format), group })
  useListedKeys({ keys: 'mod+f', label: t(texts.find), group })
  useListedKeys({ keys: isMac ? 'mod+Alt+F' : 'Ctrl+H', label: t(texts.replace), group })
  useListedKeys({ keys: 'Esc Tab', label: t(texts.leave), group })

  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('[role="dialog"]')) return
    const key = event.key.toLowerCase()
    const run = (event.ctrlKey && (key === 'r' || key === 'enter')) || (event.altKey && key === 'enter')
    const action = run
      ? actions.run
      : event.ctrlKey && key === (isMac ? 'x' : 'e')
        ? actions.stop
        : event.ctrlKey && key === (isMac ? 't' : 'q')
          ? actions.newTab
          : event.ctrlKey && event.shiftKey && key === 'f'
            ? actions.format
            : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
