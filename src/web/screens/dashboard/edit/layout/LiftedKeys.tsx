import { useEffect } from 'react'
import type { Candidate } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import { component } from '../../../../../model/dashboardEdit/layoutEdit.ts'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { useDashboard } from '../../state/session.ts'
import { useEdit, useEditor } from '../editStore.ts'
import { useItemName } from './EditItem.tsx'
import { shapeOf } from './geometry.ts'
import css from './LiftedKeys.module.css'

const texts = defineTexts('dashboard.edit.lifted', {
  lifted: '{name} is picked up. Use the arrow keys to choose a place, Enter to drop it, Esc to cancel.',
  place: 'Place {index} in {parent}',
  dashboard: 'the dashboard',
  nowhere: 'It cannot be placed anywhere else.',
})

/** Moves a component by keyboard: arrow keys select a position, Enter drops, Esc cancels; each step is announced. */
export function LiftedKeys() {
  const t = useText()
  const editor = useEditor()
  const lifted = useEdit((state) => state.lifted)
  const layout = useDashboard((state) => state.layout)
  const nameOf = useItemName()
  const isByKeyboard = lifted?.by === 'keyboard'

  useEffect(() => {
    if (!isByKeyboard) return
    const onKey = (event: KeyboardEvent) => {
      const { lifted: now } = editor.store.getState()
      if (!now || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      const accepted = now.candidates.flatMap(({ edit }, index) => (edit.ok ? [index] : []))
      const at = now.at === undefined ? -1 : accepted.indexOf(now.at)
      const go = (next: number) => {
        const index = accepted[Math.min(Math.max(next, 0), accepted.length - 1)]
        editor.aim(index)
        scrollTo(index === undefined ? undefined : now.candidates[index])
      }
      if (event.key === 'ArrowDown' || event.key === 'ArrowRight') go(at + 1)
      else if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') go(at - 1)
      else if (event.key === 'Home') go(0)
      else if (event.key === 'End') go(accepted.length - 1)
      else if (event.key === 'Enter' || event.key === ' ') editor.drop()
      else if (event.key === 'Escape' || event.key === 'Tab') editor.cancelLift()
    }
    const scrollTo = (candidate: Candidate | undefined) => {
      const shape = candidate && shapeOf(candidate.place, editor.position())
      const scroller = document.querySelector('[data-edit-scroller]')
      if (!shape || !scroller) return
      const { top, bottom } = scroller.getBoundingClientRect()
      if (shape.top < top + 40) scroller.scrollBy({ top: shape.top - top - 120 })
      else if (shape.top > bottom - 40) scroller.scrollBy({ top: shape.top - bottom + 120 })
    }
    // a click elsewhere ends the move
    const cancel = () => editor.cancelLift()
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', cancel, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', cancel, true)
    }
  }, [editor, isByKeyboard])

  function say(): string {
    if (!lifted || !isByKeyboard) return ''
    const candidate = lifted.at === undefined ? undefined : lifted.candidates[lifted.at]
    if (!candidate) return t(texts.nowhere)
    const parent = layout.byId.get(candidate.place.parentId)
    const isPage = !parent || parent.type === 'GRID' || parent.type === 'ROOT'
    const index = Math.min(
      candidate.place.index,
      component(editor.position(), candidate.place.parentId)?.children.length ?? 0,
    )
    return t(texts.place, { index: index + 1, parent: isPage ? t(texts.dashboard) : nameOf(parent) })
  }

  return (
    <>
      <output className={css.spoken}>{say()}</output>
      {lifted && isByKeyboard ? <div className={css.pill}>{t(texts.lifted, { name: lifted.label })}</div> : null}
    </>
  )
}
