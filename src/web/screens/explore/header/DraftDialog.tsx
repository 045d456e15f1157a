import { useState } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { defineTexts, useRichText, useText } from '../../../ui/text.ts'
import type { ChartDraft } from '../state/chartDrafts.ts'
import { useExplore } from '../state/exploreContext.ts'
import { ChangesTable } from './ChangesTable.tsx'
import css from './ExploreHeader.module.css'

const texts = defineTexts('explore.draft', {
  title: 'Unsaved draft',
  found: 'This browser has stored unsaved changes to this chart ({time}). Other users do not see them.',
  foundNew: 'This browser has stored a chart of this dataset that was not saved ({time}). Other users do not see it.',
  older: 'The chart has been saved since then. You will be asked before the draft replaces that version.',
  changes: 'What would change',
  now: 'Now',
  draft: 'Draft',
  forget: 'Discard draft',
  cancel: 'Cancel',
  restore: 'Restore',
})

export interface DraftDialogProps {
  draft: ChartDraft
  onRestore: () => Promise<void>
  onForget: () => void
  onClose: () => void
}

/** Shows what a draft would change, with buttons to restore or discard it. */
export default function DraftDialog({ draft, onRestore, onForget, onClose }: DraftDialogProps) {
  const t = useText()
  const rich = useRichText()
  const { form, state, chartId } = useExplore()
  const [isBusy, setIsBusy] = useState(false)
  const isOlder = chartId !== undefined && draft.version !== state.saved?.version
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={760}
      footer={
        <>
          <Button size="md" onClick={onForget} disabled={isBusy}>
            {t(texts.forget)}
          </Button>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button
            size="md"
            variant="primary"
            busy={isBusy}
            onClick={() => {
              setIsBusy(true)
              void onRestore().finally(() => setIsBusy(false))
            }}
          >
            {t(texts.restore)}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <p>
          {rich(chartId === undefined ? texts.foundNew : texts.found, {
            time: <RelativeTime key="time" time={draft.keptAt} />,
          })}
        </p>
        {isOlder ? <Banner tone="warning">{t(texts.older)}</Banner> : null}
        <ChangesTable
          label={t(texts.changes)}
          heads={[t(texts.now), t(texts.draft)]}
          before={{ name: state.name, form }}
          after={draft}
        />
      </div>
    </Dialog>
  )
}
