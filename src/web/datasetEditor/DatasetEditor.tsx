import { useRef, useState } from 'react'
import { hierarchiesOf } from '../../model/dataset/hierarchies.ts'
import { hasFlag } from '../api/bootstrap.ts'
import { type ApiError, messageOf } from '../api/failure.ts'
import { PaletteActions } from '../shell/PaletteActions.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../ui/Tabs.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { DiscardDialog } from '../ui/useDiscardQuestion.tsx'
import { UndoButtons } from '../undo/UndoButtons.tsx'
import { useUndoKeys } from '../undo/useUndoable.ts'
import { ColumnsTab } from './ColumnsTab.tsx'
import css from './DatasetEditor.module.css'
import { DroppedUsage } from './DroppedUsage.tsx'
import { type DatasetDraft, isCalculated } from './datasetDraft.ts'
import { HierarchiesTab } from './HierarchiesTab.tsx'
import { LossBanner } from './LossBanner.tsx'
import { MetricsTab } from './MetricsTab.tsx'
import { problemTexts } from './problemText.ts'
import { SettingsTab } from './SettingsTab.tsx'
import { SourceTab } from './SourceTab.tsx'
import { type DatasetEdit, useDatasetEdit } from './useDatasetEdit.ts'

const texts = defineTexts('datasetEditor', {
  title: 'Edit Dataset',
  careful:
    'Be careful. Changing these settings will affect all charts using this dataset, including charts owned by other people.',
  sure: 'Are you sure you want to save and apply changes?',
  source: 'Source',
  metrics: 'Metrics {count}',
  columns: 'Columns {count}',
  calculated: 'Calculated columns {count}',
  hierarchies: 'Hierarchies {count}',
  settings: 'Settings',
  confirm: 'Confirm save',
  anyway: 'Save anyway',
  legacy: 'Use legacy datasource editor',
  cancel: 'Cancel',
  save: 'Save',
  saveDataset: 'Save the dataset',
  undo: 'Undo the action',
  redo: 'Redo the action',
  closeEditor: 'Close the dataset editor',
  show: 'Show: {tab}',
  error: 'Error',
  unknown: 'An error has occurred',
  loadFailed: 'An error occurred while fetching dataset info: {message}',
  close: 'Close',
  managed: "This dataset is managed externally, and can't be edited here",
  changedMeanwhile: 'Another user has saved this dataset in the meantime.',
  reload: 'Discard my changes and reload',
})

/** The dataset editor. Saved changes affect every chart of the dataset; unsaved changes affect none. */
export default function DatasetEditor({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const edit = useDatasetEdit(id, onClose)
  const { stored, base, draft, steps } = edit
  const strips = useRef<HTMLDivElement>(null)
  useUndoKeys(steps, strips)
  // a new item is not marked as invalid yet
  const told = problemTexts(
    t,
    edit.problems.filter(({ name, key }) => name !== '' || key === undefined),
  )
  return (
    <Dialog
      open
      onClose={edit.close}
      title={`${t(texts.title)} ${base?.dataset.table_name ?? ''}`}
      width={1080}
      footer={<Footer edit={edit} hasTold={told.length > 0} />}
    >
      <div ref={strips} className={css.strips}>
        <Banner tone="warning">{t(texts.careful)}</Banner>
        {told.length > 0 ? (
          <Banner tone="danger">
            {told.map((words) => (
              <div key={words}>{words}</div>
            ))}
          </Banner>
        ) : null}
        {edit.failure?.status === 412 ? <OvertakenBanner onReload={() => void edit.takeTheirs()} /> : null}
      </div>
      {stored.isPending ? <Spinner /> : null}
      {stored.error && !base ? (
        <ErrorPanel
          message={t(texts.loadFailed, { message: messageOf(stored.error) })}
          onRetry={() => void stored.refetch()}
        />
      ) : null}
      {draft && base ? <EditorTabs edit={edit} draft={draft} saved={base.dataset} /> : null}
      <Questions edit={edit} onClose={onClose} />
      {edit.failure && edit.failure.status !== 412 ? <SaveFailure failure={edit.failure} onClose={edit.goOn} /> : null}
    </Dialog>
  )
}

function Footer({ edit, hasTold }: { edit: DatasetEdit; hasTold: boolean }) {
  const t = useText()
  const { base } = edit
  const [problem] = problemTexts(t, edit.problems)
  const isManaged = base?.dataset.is_managed_externally === true
  // missing values that are not shown elsewhere are listed next to the disabled button
  const untold = edit.isEdited && !hasTold ? problem : undefined
  const { canUndo, canRedo, undo, redo } = edit.steps
  const canSave = edit.isEdited && !isManaged && problem === undefined && edit.step.name !== 'busy'
  return (
    <>
      <PaletteActions
        isDialog
        items={[
          canSave && { label: t(texts.saveDataset), onSelect: () => void edit.ask() },
          canUndo && { label: t(texts.undo), onSelect: undo },
          canRedo && { label: t(texts.redo), onSelect: redo },
          { label: t(texts.closeEditor), onSelect: edit.close },
        ]}
      />
      <UndoButtons of={edit.steps} />
      {untold === undefined ? null : <span className={css.missing}>{untold}</span>}
      {base && !hasFlag('DISABLE_LEGACY_DATASOURCE_EDITOR') ? (
        <ButtonLink size="md" href={`/tablemodelview/edit/${base.dataset.id}`}>
          {t(texts.legacy)}
        </ButtonLink>
      ) : null}
      <Button size="md" onClick={edit.close}>
        {t(texts.cancel)}
      </Button>
      <Button
        size="md"
        variant="primary"
        busy={edit.step.name === 'busy'}
        disabled={!edit.isEdited || edit.problems.length > 0}
        disabledReason={isManaged ? t(texts.managed) : (problem ?? false)}
        onClick={() => void edit.ask()}
      >
        {t(texts.save)}
      </Button>
    </>
  )
}

/** Another user has saved the dataset in the meantime. */
function OvertakenBanner({ onReload }: { onReload: () => void }) {
  const t = useText()
  return (
    <Banner
      tone="danger"
      action={
        <Button size="xs" onClick={onReload}>
          {t(texts.reload)}
        </Button>
      }
    >
      {t(texts.changedMeanwhile)}
    </Banner>
  )
}

/** Why the dataset could not be saved; the changes remain in the editor. */
function SaveFailure({ failure, onClose }: { failure: ApiError; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.error)}
      width={460}
      footer={
        <Button size="md" variant="primary" onClick={onClose}>
          {t(texts.close)}
        </Button>
      }
    >
      <p role="alert">{failure.isUnexplained ? t(texts.unknown) : failure.message}</p>
    </Dialog>
  )
}

interface EditorTabsProps {
  edit: DatasetEdit
  draft: DatasetDraft
  saved: NonNullable<DatasetEdit['base']>['dataset']
}

function EditorTabs({ edit: { problems, change, isSourceChanged }, draft, saved }: EditorTabsProps) {
  const t = useText()
  const [tab, setTab] = useState('source')
  const [isLocked, setIsLocked] = useState(true)
  const wrongKeys = new Set(problems.flatMap(({ key }) => (key === undefined ? [] : [key])))
  const tabProps = { draft, onChange: change, wrongKeys }
  const calculated = draft.columns.filter(isCalculated).length
  const tabs = [
    { value: 'source', label: t(texts.source) },
    { value: 'metrics', label: t(texts.metrics, { count: draft.metrics.length }) },
    { value: 'columns', label: t(texts.columns, { count: draft.columns.length - calculated }) },
    { value: 'calculated', label: t(texts.calculated, { count: calculated }) },
    { value: 'hierarchies', label: t(texts.hierarchies, { count: hierarchiesOf(draft.extra).length }) },
    { value: 'settings', label: t(texts.settings) },
  ]
  return (
    <Tabs value={tab} onChange={setTab}>
      <PaletteActions
        isDialog
        items={tabs.map(({ value, label }) => ({
          label: t(texts.show, { tab: label }),
          onSelect: () => setTab(value),
        }))}
      />
      <div className={css.bar}>
        <TabList label={t(texts.title)}>
          {tabs.map(({ value, label }) => (
            <Tab key={value} value={value}>
              {label}
            </Tab>
          ))}
        </TabList>
      </div>
      <TabPanel value="source" className={css.body}>
        <SourceTab
          {...tabProps}
          saved={saved}
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
      <TabPanel value="hierarchies" className={css.body}>
        <HierarchiesTab {...tabProps} />
      </TabPanel>
      <TabPanel value="settings" className={css.body}>
        <SettingsTab {...tabProps} saved={saved} />
      </TabPanel>
    </Tabs>
  )
}

/** The confirmations before saving, and before closing without saving. */
function Questions({ edit: { base, step, goOn, save }, onClose }: { edit: DatasetEdit; onClose: () => void }) {
  const t = useText()
  const asked = step.name === 'confirm' ? step : undefined
  return (
    <>
      <ConfirmDialog
        open={asked !== undefined}
        title={t(texts.confirm)}
        confirmLabel={asked?.complaint === undefined ? undefined : t(texts.anyway)}
        onClose={goOn}
        onConfirm={save}
      >
        <div className={css.strips}>
          {asked?.complaint === undefined ? null : <Banner tone="danger">{asked.complaint}</Banner>}
          {asked?.loss ? <LossBanner loss={asked.loss} /> : null}
          {asked?.dropped && base ? <DroppedUsage datasetId={base.dataset.id} dropped={asked.dropped} /> : null}
          <p>{t(texts.careful)}</p>
          <p>{t(texts.sure)}</p>
        </div>
      </ConfirmDialog>
      <DiscardDialog open={step.name === 'leave'} onClose={goOn} onConfirm={onClose} />
    </>
  )
}
