import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { nameOf } from '../../../../charts/index.ts'
import { openedCharts, sourceTypeOf } from '../../../api/explore.ts'
import { ApiError, messageOf } from '../../../api/failure.ts'
import { createVirtualDataset } from '../../../api/sqlDatasets.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { elapsedText } from '../../../ui/elapsedText.ts'
import { Field } from '../../../ui/Field.tsx'
import { RadioGroup } from '../../../ui/Radio.tsx'
import { Select } from '../../../ui/select/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, usePlainText, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { formatAddress, ownAddress } from '../address.ts'
import { runFailure } from '../chart/runFailure.ts'
import css from '../header/ExploreHeader.module.css'
import { chartDrafts } from '../state/chartDrafts.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'
import { forgetUnsaved } from '../state/unsaved.ts'
import { ownDraftKey } from '../state/useChartDraft.ts'
import { dashboardFor, newestOf, type Overtaken, saveChart } from './saveChart.ts'
import { suggestedName } from './suggestedName.ts'
import { rememberDashboard, type SaveTarget, useSaveTarget } from './useSaveTarget.ts'

const texts = defineTexts('explore.save', {
  title: 'Save chart',
  way: 'How to save',
  overwrite: 'Save (Overwrite)',
  saveAs: 'Save as...',
  datasetName: 'Dataset Name',
  datasetTip: 'A reusable dataset will be saved with your chart.',
  name: 'Chart name',
  namePlaceholder: 'Name',
  dashboard: 'Add to dashboard',
  createDashboard: 'Create dashboard “{name}”',
  dashboardPlaceholder: 'Select a dashboard OR create a new one',
  tab: 'Add to tabs',
  tabPlaceholder: 'Select a tab',
  newChart: 'A new chart will be created.',
  newBoth: 'A new chart and dashboard will be created.',
  newDashboard: 'A new dashboard will be created.',
  cancel: 'Cancel',
  save: 'Save',
  saveNew: 'Save to new dashboard',
  go: 'Save & go to dashboard',
  goNew: 'Save & go to new dashboard',
  over: 'Overwrite',
  overGo: 'Overwrite & go to dashboard',
  overGoNew: 'Overwrite & go to new dashboard',
  noDashboard: 'Select a dashboard OR create a new one',
  saved: 'Chart [{name}] has been saved',
  overwritten: 'Chart [{name}] has been overwritten',
  dashboardCreated: 'Dashboard [{dashboard}] just got created and chart [{name}] was added to it',
  added: 'Chart [{name}] was added to dashboard [{dashboard}]',
  failed: 'Failed to save slice',
  overtaken: '{by} saved this chart {when}, after you opened it. Overwriting would replace that version.',
  overtakenSelf:
    'You saved this chart in another window {when}, after you opened it here. Overwriting would replace that version.',
  lastOne: 'The chart is also added to “{title}”, the dashboard you last saved to.',
  notThere: 'Do not add',
  theirs: 'Show that version',
  runFailed:
    'The last run of this chart failed: {message} You can save it as it is. It shows this error until it is fixed.',
})

export interface SaveDialogProps {
  /** the dashboard that the user came from */
  dashboardId: number | null
  canOverwrite: boolean
  onClose: () => void
}

/** Saves the chart, as a new chart or over the old one, and adds it to a dashboard if requested. */
export default function SaveDialog({ dashboardId, canOverwrite, onClose }: SaveDialogProps) {
  const t = useText()
  const plain = usePlainText()
  const formId = useId()
  const { chartId, state, dataset, form, rules, datasource, vizType } = useExplore()
  const { run } = useExploreRun()
  const isQuery = sourceTypeOf(dataset) === 'query'
  const [datasetName, setDatasetName] = useState(dataset.table_name ?? '')
  const [way, setWay] = useState<'overwrite' | 'saveAs'>(canOverwrite ? 'overwrite' : 'saveAs')
  const [suggestion] = useState(() =>
    state.name === ''
      ? suggestedName(
          {
            form,
            rules,
            datasource,
            typeName: plain(nameOf(vizType)),
            datasetName: dataset.table_name ?? dataset.name,
          },
          t,
        )
      : undefined,
  )
  const [name, setName] = useState(suggestion ?? state.name)
  const target = useSaveTarget(dashboardId, canOverwrite)
  const isOverwrite = way === 'overwrite' && chartId !== undefined
  const { save, isBusy, failure, overtaken } = useSave({
    name: name.trim(),
    datasetName: isQuery ? datasetName.trim() : undefined,
    isOverwrite,
    target,
    dashboardId,
    onClose,
  })
  // saving would overwrite a version that is newer than the opened one
  const isOverTheirs = isOverwrite && overtaken !== undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      dismissible={!isBusy}
      footer={
        <Footer
          formId={formId}
          target={target}
          isReady={name.trim() !== '' && (!isQuery || datasetName.trim() !== '')}
          isBusy={isBusy}
          isOverTheirs={isOverTheirs}
          onClose={onClose}
          onSaveAndGo={() => void save(true)}
        />
      }
    >
      <form
        id={formId}
        className={css.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save(false)
        }}
      >
        {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
        {isOverTheirs ? <OvertakenBanner overtaken={overtaken} /> : null}
        {chartId === undefined ? null : (
          <RadioGroup
            label={t(texts.way)}
            value={way}
            onChange={setWay}
            options={[
              { value: 'overwrite', label: t(texts.overwrite), disabled: !canOverwrite },
              { value: 'saveAs', label: t(texts.saveAs) },
            ]}
          />
        )}
        <TextField
          size="md"
          required
          label={t(texts.name)}
          placeholder={t(texts.namePlaceholder)}
          maxLength={250}
          value={name}
          // typing replaces a suggestion
          onFocus={({ target }) => (name === suggestion ? target.select() : undefined)}
          onChange={setName}
        />
        {isQuery ? (
          <TextField
            size="md"
            required
            label={t(texts.datasetName)}
            help={t(texts.datasetTip)}
            maxLength={250}
            value={datasetName}
            onChange={setDatasetName}
          />
        ) : null}
        <TargetFields target={target} />
        {run.phase === 'failed' && run.error ? (
          <Banner tone="warning">
            {t(texts.runFailed, { message: sentenceOf(runFailure(run.error, t).message) })}
          </Banner>
        ) : null}
        {isOverwrite ? null : <Banner tone="info">{t(target.isNew ? texts.newBoth : texts.newChart)}</Banner>}
        {isOverwrite && target.isNew ? <Banner tone="info">{t(texts.newDashboard)}</Banner> : null}
      </form>
    </Dialog>
  )
}

/** The message as a complete sentence, so that another sentence can follow. */
const sentenceOf = (message: string) => (/[.!?]\s*$/.test(message) ? message : `${message}.`)

interface SaveInput {
  name: string
  /** name of the dataset that is saved together with a chart of a query */
  datasetName: string | undefined
  isOverwrite: boolean
  target: SaveTarget
  dashboardId: number | null
  onClose: () => void
}

/** Saves, shows a message, and navigates; if there is a newer version, a message is shown before it is replaced. */
function useSave({ name, datasetName, isOverwrite, target, dashboardId, onClose }: SaveInput) {
  const t = useText()
  const router = useRouter()
  const queryClient = useQueryClient()
  const explore = useExplore()
  const { chartId, dataset, form, state } = explore
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [overtaken, setOvertaken] = useState<Overtaken>()
  const savedDataset = useRef<{ name: string; id: number }>(undefined)

  async function store(datasetId: number) {
    const dashboard = await dashboardFor(target.target)
    // if a later step fails, the next attempt must not create another chart
    target.setTarget(dashboard)
    const over = isOverwrite ? chartId : undefined
    const version = overtaken?.version ?? state.saved?.version
    const source = `${datasetId}__table`
    const onDataset = datasetName === undefined ? explore : { ...explore, form: { ...form, datasource: source } }
    const request = { explore: onDataset, name, datasetId, over, version, target: target.target, tabId: target.tabId }
    const saved = await saveChart(request, dashboard)
    if (saved.placeFailure !== undefined) toast.warning(messageOf(saved.placeFailure))
    const words = { name, dashboard: dashboard?.title ?? '' }
    toast.success(t(isOverwrite ? texts.overwritten : texts.saved, words))
    if (saved.hasJoined) toast.success(t(target.isNew ? texts.dashboardCreated : texts.added, words))
    if (dashboard) rememberDashboard(dashboard)
    explore.dispatch({ type: 'saved', form, name, version: saved.version })
    // otherwise, for a second after a change, the address would still open the unsaved controls, not the saved state
    forgetUnsaved()
    chartDrafts.forget(ownDraftKey(explore))
    return { dashboard, id: saved.id }
  }

  /**
   * Saves the query as a dataset, but only once: if saving the chart then fails, the next attempt uses the same
   * dataset.
   */
  async function datasetOfQuery(named: string): Promise<number> {
    if (savedDataset.current?.name === named) return savedDataset.current.id
    const { database, schema = null, sql, template_params: templateParams } = dataset
    const source = { databaseId: database.id, schema, sql: sql ?? '', templateParams: templateParams ?? '' }
    const id = await createVirtualDataset(named, source)
    savedDataset.current = { name: named, id }
    return id
  }

  function forget() {
    void queryClient.invalidateQueries({ queryKey: ['charts'] })
    // the header shows when the chart was saved, and its dashboards
    if (isOverwrite) void queryClient.invalidateQueries(openedCharts)
    void queryClient.invalidateQueries({ queryKey: ['dashboards'] })
  }

  async function save(goesToDashboard: boolean) {
    if (isBusy || name === '' || dataset.id === null) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      const datasetId = datasetName === undefined ? dataset.id : await datasetOfQuery(datasetName)
      const { dashboard, id } = await store(datasetId)
      forget()
      onClose()
      if (goesToDashboard && dashboard)
        router.history.push(`/superset/dashboard/${dashboard.id}/`, undefined, { ignoreBlocker: true })
      else {
        const href = formatAddress(undefined, id, datasetId, { dashboardId })
        router.history.replace(href, isOverwrite ? { [ownAddress]: true } : undefined)
      }
    } catch (error) {
      const isOvertaken = chartId !== undefined && error instanceof ApiError && error.status === 412
      const newest = isOvertaken ? await newestOf(chartId).catch(() => undefined) : undefined
      setOvertaken(newest)
      if (newest === undefined) setFailure(messageOf(error) || t(texts.failed))
      setIsBusy(false)
    }
  }

  return { save, isBusy, failure, overtaken }
}

interface FooterProps {
  formId: string
  target: SaveTarget
  isReady: boolean
  isBusy: boolean
  isOverTheirs: boolean
  onClose: () => void
  onSaveAndGo: () => void
}

function Footer({ formId, target, isReady, isBusy, isOverTheirs, onClose, onSaveAndGo }: FooterProps) {
  const t = useText()
  const words = isOverTheirs
    ? { save: texts.over, go: target.isNew ? texts.overGoNew : texts.overGo }
    : { save: target.isNew ? texts.saveNew : texts.save, go: target.isNew ? texts.goNew : texts.go }
  return (
    <>
      <Button size="md" onClick={onClose} disabled={isBusy}>
        {t(texts.cancel)}
      </Button>
      <Button
        size="md"
        disabledReason={target.target === undefined ? t(texts.noDashboard) : false}
        disabled={!isReady || isBusy}
        onClick={onSaveAndGo}
      >
        {t(words.go)}
      </Button>
      <Button
        size="md"
        variant={isOverTheirs ? 'dangerSolid' : 'primary'}
        type="submit"
        form={formId}
        busy={isBusy}
        disabled={!isReady}
      >
        {t(words.save)}
      </Button>
    </>
  )
}

function OvertakenBanner({ overtaken }: { overtaken: Overtaken }) {
  const t = useText()
  const { chartId, dataset } = useExplore()
  return (
    <Banner tone="warning">
      {t(overtaken.isOwn ? texts.overtakenSelf : texts.overtaken, {
        by: overtaken.by,
        when: elapsedText(overtaken.when),
      })}{' '}
      <a href={formatAddress(undefined, chartId, dataset.id)} target="_blank" rel="noreferrer">
        {t(texts.theirs)}
      </a>
    </Banner>
  )
}

/** The dashboard to which the chart is added, and the tab on it. */
function TargetFields({ target: { target, tabs, isLast, ...way } }: { target: SaveTarget }) {
  const t = useText()
  const dashboard = typeof target === 'object' ? target : undefined
  return (
    <>
      <Field label={t(texts.dashboard)}>
        <Select<number | string>
          size="md"
          label={t(texts.dashboard)}
          placeholder={t(texts.dashboardPlaceholder)}
          clearable
          allowNew
          newLabel={(typed) => t(texts.createDashboard, { name: typed })}
          load={way.load}
          labelOf={(value) => (dashboard?.id === value ? dashboard.title : undefined)}
          value={typeof target === 'object' ? target.id : target}
          onChange={way.choose}
        />
      </Field>
      {isLast && dashboard ? (
        <Banner
          tone="warning"
          action={
            <Button size="xs" onClick={() => way.setTarget(undefined)}>
              {t(texts.notThere)}
            </Button>
          }
        >
          {t(texts.lastOne, { title: dashboard.title })}
        </Banner>
      ) : null}
      {tabs.length > 0 ? (
        <Field label={t(texts.tab)}>
          <Select
            size="md"
            label={t(texts.tab)}
            placeholder={t(texts.tabPlaceholder)}
            clearable
            options={tabs.map(({ id, label }) => ({ value: id, label }))}
            value={way.tabId}
            onChange={way.setTabId}
          />
        </Field>
      ) : null}
    </>
  )
}
