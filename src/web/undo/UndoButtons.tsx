import { Redo2, Undo2 } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './UndoButtons.module.css'
import type { Undoable } from './useUndoable.ts'

const texts = defineTexts('undo', {
  undo: 'Undo the action',
  redo: 'Redo the action',
  nothing: 'There is nothing to undo',
  nothingAgain: 'There is nothing to redo',
})

/** Undo and redo buttons at the start of a dialog's footer. */
export function UndoButtons({ of }: { of: Pick<Undoable<unknown>, 'undo' | 'redo' | 'canUndo' | 'canRedo'> }) {
  const t = useText()
  return (
    <span className={css.steps}>
      <IconButton
        label={t(texts.undo)}
        disabledReason={of.canUndo ? false : t(texts.nothing)}
        icon={<Undo2 size={16} />}
        onClick={of.undo}
      />
      <IconButton
        label={t(texts.redo)}
        disabledReason={of.canRedo ? false : t(texts.nothingAgain)}
        icon={<Redo2 size={16} />}
        onClick={of.redo}
      />
    </span>
  )
}
