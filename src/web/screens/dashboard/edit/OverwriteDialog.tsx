import { type UIEvent, useState } from 'react'
import type { DashboardDocument } from '../../../../model/dashboardEdit.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import css from './OverwriteDialog.module.css'
import type { Conflict } from './useSave.ts'

const texts = defineTexts('dashboard.edit.overwrite', {
  title: 'Confirm overwrite',
  question: 'Are you sure you intend to overwrite the following values?',
  theirs: 'Last Updated {time} by {name}',
  mine: 'new value',
  same: 'Both versions hold the same values.',
  scroll: 'Scroll down to the bottom to enable overwriting changes.',
  apart: 'You and {name} changed different parts: both can be saved, and nothing is lost.',
  partly: 'You and {name} changed some of the same parts. Saved together, only these take your values: {keys}.',
  putBack: 'Overwriting also undoes what {name} changed and you did not: {keys}.',
  added: 'Charts and texts that {name} added stand at the end of your layout.',
  both: 'Save both',
  saveAs: 'Save as a copy',
  no: 'No',
  yes: 'Yes, overwrite changes',
})

interface OverwriteDialogProps {
  conflict: Conflict
  onClose: () => void
  onOverwrite: () => Promise<void>
  onMerge: (merged: DashboardDocument) => Promise<void>
  onSaveAs: () => void
}

/** Another save came in between: what it left and what this one would put in its place, side by side. */
export function OverwriteDialog({ conflict, onClose, onOverwrite, onMerge, onSaveAs }: OverwriteDialogProps) {
  const t = useText()
  const [isRead, setIsRead] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const note = (element: Element) => {
    if (element.scrollTop + element.clientHeight >= element.scrollHeight - 4) setIsRead(true)
  }

  async function run(work: Promise<void>) {
    setIsBusy(true)
    await work
    setIsBusy(false)
  }

  const { merged, clashes } = conflict

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={880}
      footer={
        <>
          <Button size="md" variant="quiet" onClick={onSaveAs}>
            {t(texts.saveAs)}
          </Button>
          <Button size="md" onClick={onClose}>
            {t(texts.no)}
          </Button>
          <Button
            size="md"
            variant={merged ? 'danger' : 'dangerSolid'}
            busy={isBusy}
            disabledReason={isRead ? false : t(texts.scroll)}
            onClick={() => void run(onOverwrite())}
          >
            {t(texts.yes)}
          </Button>
          {merged ? (
            <Button size="md" variant="primary" busy={isBusy} onClick={() => void run(onMerge(merged))}>
              {t(texts.both)}
            </Button>
          ) : null}
        </>
      }
    >
      {merged ? (
        <div className={css.together}>
          <Banner tone="info">
            {clashes.length === 0
              ? t(texts.apart, { name: conflict.by })
              : t(texts.partly, { name: conflict.by, keys: clashes.join(', ') })}
            {clashes.includes('positions') ? ` ${t(texts.added, { name: conflict.by })}` : null}
          </Banner>
        </div>
      ) : null}
      <p>{t(texts.question)}</p>
      <p className={css.hint}>{t(texts.scroll)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard */}
      <section
        ref={(element) => void (element && note(element))}
        tabIndex={0}
        aria-label={t(texts.title)}
        className={css.list}
        onScroll={(event: UIEvent) => note(event.currentTarget)}
      >
        {conflict.replaced.length + conflict.putBack.length === 0 ? <p>{t(texts.same)}</p> : null}
        {conflict.putBack.length === 0 ? null : (
          <p>{t(texts.putBack, { name: conflict.by, keys: conflict.putBack.join(', ') })}</p>
        )}
        {conflict.replaced.map(({ key, theirs, mine }) => (
          <div key={key} className={css.pair}>
            <h3>{key}</h3>
            <div>
              <h4>
                {t(texts.theirs, { time: `${conflict.at.replace('T', ' ').slice(0, 16)} UTC`, name: conflict.by })}
              </h4>
              <pre tabIndex={0}>{theirs}</pre>
            </div>
            <div>
              <h4>{t(texts.mine)}</h4>
              <pre tabIndex={0}>{mine}</pre>
            </div>
          </div>
        ))}
      </section>
    </Dialog>
  )
}
