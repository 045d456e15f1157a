import { chartsIn, parseLayout } from '../../../../model/dashboard/layout.ts'
import {
  copyComponents,
  duplicateComponent,
  type Pasted,
  pasteComponents,
  readCopy,
} from '../../../../model/dashboardEdit/copyComponents.ts'
import { defineTexts } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { type Editor, newId } from './editStore.ts'

const texts = defineTexts('dashboard.edit.copy', {
  copied: 'Copied. It can be pasted on this dashboard and on others.',
  full: 'This could not be copied: the storage of this browser is full.',
  leftOut:
    '{count, plural, one {# chart is on this dashboard already and was left out.} other {# charts are on this dashboard already and were left out.}}',
  nothing: 'This chart is on the dashboard already.',
})

/** Copied components are stored in this browser, so that they can be pasted on another dashboard. */
const storageKey = 'sextant.copiedComponents'

const optionsOf = (editor: Editor) => ({
  placed: new Set(chartsIn(parseLayout(editor.position()).root)),
  newId,
  activeTabs: editor.session.store.getState().activeTabs,
})

function add(editor: Editor, pasted: Pasted | undefined): void {
  if (!pasted) return void toast.warning({ text: texts.nothing })
  if (editor.apply(pasted.edit, pasted.id) && pasted.leftOut > 0)
    toast.warning({ text: texts.leftOut, values: { count: pasted.leftOut } })
}

/** Copies the selected component with its content; returns whether a component was copied. */
export function copySelected(editor: Editor): boolean {
  const { selectedId } = editor.store.getState()
  const copied = selectedId === undefined ? undefined : copyComponents(editor.position(), selectedId)
  if (!copied) return false
  try {
    localStorage.setItem(storageKey, JSON.stringify(copied))
  } catch {
    toast.danger({ text: texts.full }, { noDuplicate: true })
    return true
  }
  toast.info({ text: texts.copied })
  return true
}

/** Pastes the last copied component, also on another dashboard; returns whether a component was pasted. */
export function pasteCopied(editor: Editor): boolean {
  const copied = readCopy(localStorage.getItem(storageKey) ?? '')
  if (!copied) return false
  const { selectedId } = editor.store.getState()
  add(editor, pasteComponents(editor.position(), copied, { ...optionsOf(editor), selectedId }))
  return true
}

export function duplicate(editor: Editor, id: string): void {
  add(editor, duplicateComponent(editor.position(), id, optionsOf(editor)))
}
