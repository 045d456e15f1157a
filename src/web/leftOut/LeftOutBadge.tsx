import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { LazyPart } from '../ui/LazyPart.tsx'
import { Popover } from '../ui/Popover.tsx'
import tones from '../ui/Tone.module.css'
import { defineTexts, useText } from '../ui/text.ts'
import type { LeftOutAnswer } from './askLeftOut.ts'
import css from './LeftOutBadge.module.css'

const texts = defineTexts('leftOut.badge', {
  short: '{shown, number} of {all, number}',
  title: 'Not everything is drawn',
  cells: 'The row limit of the chart left out the others before the rows were arranged as cells.',
  rows: 'The row limit of the chart left out the others.',
  series: 'The series limit of the chart left out the others.',
  seeRows: 'See these rows',
})

interface LeftOutBadgeProps {
  answer: LeftOutAnswer
  /** Shows only the icon, if there is little space. */
  small?: boolean
  /** actions that help, which close the popover */
  actions: (close: () => void) => ReactNode
  /** opens the dialog with the rows that are not drawn; absent if it may not be opened */
  rows?: ((without: NonNullable<LeftOutAnswer['without']>, onClose: () => void) => ReactNode) | undefined
}

/** Shows how much a chart leaves out, and what the user can do about it. */
export default function LeftOutBadge({ answer, small = false, actions, rows }: LeftOutBadgeProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const [showsRows, setShowsRows] = useState(false)
  const { cuts, line, without } = answer
  const [cut] = cuts
  const close = () => setIsOpen(false)
  const closeRows = () => setShowsRows(false)
  return (
    <>
      <Popover
        label={t(texts.title)}
        align="end"
        width={280}
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <button type="button" className={classes(css.badge, tones.warning)} aria-label={line} title={line}>
            <TriangleAlert size={12} />
            {small ? null : cut ? t(texts.short, { ...cut }) : null}
          </button>
        }
      >
        <div className={css.body}>
          <strong>{t(texts.title)}</strong>
          <span>{line}</span>
          {cut ? <span className={css.why}>{t(texts[cut.unit])}</span> : null}
          <div className={css.actions}>
            {actions(close)}
            {without && rows ? (
              <Button
                size="xs"
                onClick={() => {
                  close()
                  setShowsRows(true)
                }}
              >
                {t(texts.seeRows)}
              </Button>
            ) : null}
          </div>
        </div>
      </Popover>
      {showsRows && without && rows ? <LazyPart onClose={closeRows}>{rows(without, closeRows)}</LazyPart> : null}
    </>
  )
}
