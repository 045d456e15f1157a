import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { culpritsOf } from '../../model/errors/culprit.ts'
import {
  checkExpressions,
  editedDatasetQuery,
  loadColumnsAfter,
  saveDataset,
  type VersionedDataset,
} from '../api/datasetEdit.ts'
import { ApiError, messageOf } from '../api/failure.ts'
import { culpritTitle } from '../chart/culpritText.ts'
import { plainExpressionMessage } from '../chart/plainMessage.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../ui/Tabs.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { ColumnsTab } from './ColumnsTab.tsx'
import css from './DatasetEditor.module.css'
import {
  changedExpressions,
  type DatasetDraft,
  draftOf,
  isCalculated,
  isOtherSource,
  problemsOf,
  sourceOf,
  updateOf,
} from './datasetDraft.ts'
import { LossBanner } from './LossBanner.tsx'
import { MetricsTab } from './MetricsTab.tsx'
import { problemTexts } from './problemText.ts'
import { SettingsTab } from './SettingsTab.tsx'
import { SourceTab } from './SourceTab.tsx'
import { type SourceLoss, sourceLoss } from './sourceLoss.ts'
import type { TabProps } from './tabs.ts'

const texts = defineTexts('datasetEditor', {
  title: 'Edit Dataset',
  careful:
    'Be careful. Changing these settings will affect all charts using this dataset, including charts owned by other people.',
  sure: 'Are you sure you want to save and apply changes?',
  source: 'Source',
  metrics: 'Metrics {count}',
  columns: 'Columns {count}',
  calculated: 'Calculated columns {count}',
  settings: 'Settings',
  confirm: 'Confirm save',
  anyway: 'Save anyway',
  cancel: 'Cancel',
  save: 'Save',
  saved: 'The dataset has been saved',
  failed: 'Error saving dataset',
  managed: "This dataset is managed externally, and can't be edited here",
  changedMeanwhile: 'Another user has saved this dataset in the meantime.',
  reload: 'Discard my changes and reload',
  leaveTitle: 'Close without saving?',
  leave: 'You have unsaved changes.',
  discard: 'Discard changes',
})

type Step =
  | { name: 'edit' | 'leave' | 'busy' }
  /** `complaint`: what the database says of a new expression; `loss`: what goes with the old source */
  | { name: 'confirm'; complaint?: string; loss?: SourceLoss }

/** A draft, and what it was made of: a version that is read later is not the one that was looked at. */
interface Edited {
  base: VersionedDataset
  draft: DatasetDraft
}

/** Everything about a dataset. What is saved counts for every chart of it; nothing counts before. */
export default function DatasetEditor({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const queryClient = useQueryClient()
  const stored = useQuery(editedDatasetQuery(id))
  const [edited, setEdited] = useState<Edited>()
  const [tab, setTab] = useState('source')
  const [step, setStep] = useState<Step>({ name: 'edit' })
  const [isLocked, setIsLocked] = useState(true)
  const [failure, setFailure] = useState<ApiError>()

  const base = edited?.base ?? stored.data
  const saved = base && draftOf(base.dataset)
  const draft = edited?.draft ?? saved
  const problems = draft ? problemsOf(draft) : []
  const wrongKeys = new Set(problems.flatMap(({ key }) => (key === undefined ? [] : [key])))
  const isSourceChanged = saved !== undefined && draft !== undefined && isOtherSource(saved, draft)
  // what was only just added is not wrong yet
  const told = problemTexts(
    t,
    problems.filter(({ name, key }) => name !== '' || key === undefined),
  )
  // yet what is missing is said beside the button that waits for it
  const untold = edited === undefined || told.length > 0 ? undefined : problemTexts(t, problems)[0]
  const isManaged = base?.dataset.is_managed_externally === true

  const change: TabProps['onChange'] = (next) => {
    setFailure(undefined)
    // what the database was asked about is not what is saved any more
    setStep((now) => (now.name === 'leave' ? now : { name: 'edit' }))
    setEdited((now) => {
      const start = now?.base ?? base
      if (!start) return now
      return { base: start, draft: typeof next === 'function' ? next(now?.draft ?? draftOf(start.dataset)) : next }
    })
  }

  const close = () => (edited === undefined ? onClose() : setStep({ name: 'leave' }))

  /** Asks the database about new expressions first: a typing error would break every chart that uses them. */
  async function ask(asked: DatasetDraft, before: DatasetDraft) {
    setStep({ name: 'busy' })
    // closed or changed meanwhile, it is not to be saved
    const confirm = (found: { complaint?: string; loss?: SourceLoss }) =>
      setStep((now) => (now.name === 'busy' ? { name: 'confirm', ...found } : now))
    if (isSourceChanged) {
      // expressions cannot be tried on a source that is not saved; where it cannot be read, saving says why
      const loss = await loadColumnsAfter(id, sourceOf(asked)).then(
        (names) => sourceLoss(asked, names),
        () => undefined,
      )
      confirm({ loss })
      return
    }
    const complaint = await checkExpressions(id, changedExpressions(before, asked)).then(
      () => undefined,
      (error: unknown) => {
        const title = culpritTitle(t, culpritsOf(error instanceof ApiError ? error.extra : undefined))
        return [title, plainExpressionMessage(messageOf(error))].filter(Boolean).join(': ')
      },
    )
    confirm({ complaint })
  }

  async function save() {
    if (!draft) return
    try {
      await saveDataset(id, updateOf(draft), { version: base?.version, sync: isSourceChanged })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['explore'] }),
        queryClient.invalidateQueries({ queryKey: ['datasets'] }),
      ])
      toast.success(t(texts.saved))
      onClose()
    } catch (error) {
      setFailure(error instanceof ApiError ? error : new ApiError(messageOf(error), { status: 0 }))
      setStep({ name: 'edit' })
    }
  }

  async function takeTheirs() {
    const { error } = await stored.refetch()
    if (error) return void toast.danger(messageOf(error))
    setFailure(undefined)
    setEdited(undefined)
  }

  const plain = draft?.columns.filter((column) => !isCalculated(column)).length ?? 0
  const calculated = (draft?.columns.length ?? 0) - plain
  const tabProps = draft && { draft, onChange: change, wrongKeys }
  return (
    <Dialog
      open
      onClose={close}
      title={`${t(texts.title)} ${base?.dataset.table_name ?? ''}`}
      width={1080}
      footer={
        <>
          {untold === undefined ? null : <span className={css.missing}>{untold}</span>}
          <Button size="md" onClick={close}>
            {t(texts.cancel)}
          </Button>
          <Button
            size="md"
            variant="primary"
            busy={step.name === 'busy'}
            disabled={edited === undefined || problems.length > 0}
            disabledReason={isManaged ? t(texts.managed) : (problemTexts(t, problems)[0] ?? false)}
            onClick={() => {
              if (draft && saved) void ask(draft, saved)
            }}
          >
            {t(texts.save)}
          </Button>
        </>
      }
    >
      <div className={css.strips}>
        <Banner tone="warning">{t(texts.careful)}</Banner>
        {told.length > 0 ? (
          <Banner tone="danger">
            {told.map((words) => (
              <div key={words}>{words}</div>
            ))}
          </Banner>
        ) : null}
        {failure ? (
          <Banner
            tone="danger"
            action={
              failure.status === 412 ? (
                <Button size="xs" onClick={() => void takeTheirs()}>
                  {t(texts.reload)}
                </Button>
              ) : undefined
            }
          >
            {failure.status === 412 ? t(texts.changedMeanwhile) : `${t(texts.failed)}: ${failure.message}`}
          </Banner>
        ) : null}
      </div>
      {stored.isPending ? <Spinner /> : null}
      {stored.error && !base ? (
        <ErrorPanel message={messageOf(stored.error)} onRetry={() => void stored.refetch()} />
      ) : null}
      {tabProps && base ? (
        <Tabs value={tab} onChange={setTab}>
          <div className={css.bar}>
            <TabList label={t(texts.title)}>
              <Tab value="source">{t(texts.source)}</Tab>
              <Tab value="metrics">{t(texts.metrics, { count: tabProps.draft.metrics.length })}</Tab>
              <Tab value="columns">{t(texts.columns, { count: plain })}</Tab>
              <Tab value="calculated">{t(texts.calculated, { count: calculated })}</Tab>
              <Tab value="settings">{t(texts.settings)}</Tab>
            </TabList>
          </div>
          <TabPanel value="source" className={css.body}>
            <SourceTab
              {...tabProps}
              saved={base.dataset}
              isLocked={isLocked}
              onLock={setIsLocked}
              isSourceChanged={isSourceChanged}
            />
          </TabPanel>
          <TabPanel value="metrics" className={css.body}>
            <MetricsTab {...tabProps} />
          </TabPanel>
          <TabPanel value="columns" className={css.body}>
            <ColumnsTab {...tabProps} calculated={false} isSourceChanged={isSourceChanged} />
          </TabPanel>
          <TabPanel value="calculated" className={css.body}>
            <ColumnsTab {...tabProps} calculated isSourceChanged={isSourceChanged} />
          </TabPanel>
          <TabPanel value="settings" className={css.body}>
            <SettingsTab {...tabProps} saved={base.dataset} />
          </TabPanel>
        </Tabs>
      ) : null}
      <ConfirmDialog
        open={step.name === 'confirm'}
        title={t(texts.confirm)}
        confirmLabel={step.name === 'confirm' && step.complaint !== undefined ? t(texts.anyway) : undefined}
        onClose={() => setStep({ name: 'edit' })}
        onConfirm={save}
      >
        <div className={css.strips}>
          {step.name === 'confirm' && step.complaint !== undefined ? (
            <Banner tone="danger">{step.complaint}</Banner>
          ) : null}
          {step.name === 'confirm' && step.loss ? <LossBanner loss={step.loss} /> : null}
          <p>{t(texts.careful)}</p>
          <p>{t(texts.sure)}</p>
        </div>
      </ConfirmDialog>
      <ConfirmDialog
        open={step.name === 'leave'}
        danger
        title={t(texts.leaveTitle)}
        confirmLabel={t(texts.discard)}
        onClose={() => setStep({ name: 'edit' })}
        onConfirm={onClose}
      >
        {t(texts.leave)}
      </ConfirmDialog>
    </Dialog>
  )
}
