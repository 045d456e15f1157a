import { type UIEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import type { DashboardDocument } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { parseUtc } from '../../../../ui/RelativeTime.tsx'
import { ScrollRegion } from '../../../../ui/ScrollRegion.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { useNow } from '../../../../ui/useNow.ts'
import { useItemName } from '../layout/EditItem.tsx'
import css from './OverwriteDialog.module.css'
import { OverwriteDifferences, usePartName } from './OverwriteDifferences.tsx'
import type { Conflict } from './useSave.ts'

const texts = defineTexts('dashboard.edit.overwrite', {
  title: 'Confirm overwrite',
  confirm: 'Please confirm the overwrite values.',
  saved: '{name} saved this dashboard at {time} while you were editing.',
  savedElsewhere: 'You saved this dashboard at {time} in another window while you were editing here.',
  question: 'Are you sure you intend to overwrite the following values?',
  same: 'Both versions have the same values.',
  scroll: 'Scroll down to the bottom to enable overwriting changes.',
  apart: 'The two versions changed different parts. You can save both, and no change is lost.',
  partly:
    '“Save both” keeps the changes of both versions. Where both changed the same part ({keys}), your version is used.',
  lost: 'Both versions changed the same parts, and only one version can be stored here. “Save as a copy” stores your version as a new dashboard.',
  layout: 'the layout',
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

/** Shown if the dashboard was saved elsewhere: by whom and when, what each version changed, and how to keep both. */
export function OverwriteDialog({ conflict, onClose, onOverwrite, onMerge, onSaveAs }: OverwriteDialogProps) {
  const t = useText()
  const intl = useIntl()
  const now = useNow()
  const [isRead, setIsRead] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const clashes = useClashNames(conflict)
  const { by, at, isOwn, merged, differences } = conflict
  const note = (element: Element) => {
    if (element.scrollTop + element.clientHeight >= element.scrollHeight - 4) setIsRead(true)
  }

  async function run(work: Promise<void>) {
    setIsBusy(true)
    await work
    setIsBusy(false)
  }

  const saved = parseUtc(at)
  const isToday = saved.toDateString() === new Date(now).toDateString()
  const time = intl.formatDate(saved, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(isToday ? {} : { year: 'numeric', month: 'short', day: 'numeric' }),
  })
  const isSame = differences.parts.length + differences.elements.length === 0

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
      <div className={css.who}>
        <Banner tone="warning">
          <b>{isOwn ? t(texts.savedElsewhere, { time }) : t(texts.saved, { name: by, time })}</b> {t(texts.confirm)}
          {isSame ? null : (
            <p>
              {merged
                ? clashes.length === 0
                  ? t(texts.apart)
                  : t(texts.partly, { keys: clashes.join(', ') })
                : t(texts.lost)}
            </p>
          )}
        </Banner>
      </div>
      <p>{t(texts.question)}</p>
      {isRead ? null : <p className={css.hint}>{t(texts.scroll)}</p>}
      <ScrollRegion
        ref={(element) => void (element && note(element))}
        label={t(texts.title)}
        className={css.list}
        onScroll={(event: UIEvent) => note(event.currentTarget)}
      >
        {isSame ? <p>{t(texts.same)}</p> : <OverwriteDifferences conflict={conflict} />}
      </ScrollRegion>
    </Dialog>
  )
}

/** The names of the parts that were changed in both versions. */
function useClashNames({ clashes, differences }: Conflict): string[] {
  const t = useText()
  const part = usePartName()
  const item = useItemName()
  const elements = clashes.elements.map((id) => {
    const element = differences.elements.find((each) => each.id === id)
    return element ? item(element.node) : t(texts.layout)
  })
  return [...clashes.parts.map(part), ...new Set(elements)]
}
