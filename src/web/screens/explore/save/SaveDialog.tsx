import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { buildQueryContext } from '../../../../charts/buildQueryContext.ts'
import { currentUser } from '../../../api/bootstrap.ts'
import { loadDashboardToEdit, saveDashboard } from '../../../api/dashboardEdit.ts'
import { createDashboard, layoutQuery } from '../../../api/dashboards.ts'
import { createChart, loadExplore, openedCharts, updateChart } from '../../../api/explore.ts'
import { ApiError, messageOf } from '../../../api/failure.ts'
import {
  type DashboardChoice,
  dashboardsOfChart,
  isSavedByMe,
  myDashboard,
  myDashboards,
} from '../../../api/saveTargets.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { RadioGroup } from '../../../ui/Radio.tsx'
import { Select } from '../../../ui/select/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { formatAddress, ownAddress } from '../address.ts'
import css from '../header/ExploreHeader.module.css'
import { useExplore } from '../state/exploreContext.ts'
import { savedFormData } from './savedFormData.ts'
import { tabsOf, withChartOnTab } from './tabs.ts'

const texts = defineTexts('explore.save', {
  title: 'Save chart',
  way: 'How to save',
  overwrite: 'Save (Overwrite)',
  saveAs: 'Save as...',
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
})

export interface SaveDialogProps {
  /** the dashboard that the reader came from */
  dashboardId: number | null
  canOverwrite: boolean
  onClose: () => void
}

const lastDashboardKey = 'sextant.explore.lastDashboard'

/** Saves the chart, new or over the old one, and puts it on a dashboard when asked to. */
export default function SaveDialog({ dashboardId, canOverwrite, onClose }: SaveDialogProps) {
  const t = useText()
  const formId = useId()
  const router = useRouter()
  const queryClient = useQueryClient()
  const explore = useExplore()
  const { form, datasource, dataset, chartId, state, opened } = explore
  const [way, setWay] = useState<'overwrite' | 'saveAs'>(canOverwrite ? 'overwrite' : 'saveAs')
  const [name, setName] = useState(state.name)
  const [prefilled] = useState(() => prefilledDashboard(dashboardId, opened.metadata?.dashboards, canOverwrite))
  const [chosen, setChosen] = useState<{ target: DashboardChoice | undefined }>()
  const setTarget = (next: DashboardChoice | undefined) => setChosen({ target: next })
  const cameFrom = useQuery({
    queryKey: ['dashboards', 'mine', dashboardId],
    enabled: dashboardId !== null && prefilled === undefined && !canOverwrite,
    queryFn: ({ signal }) => myDashboard(dashboardId ?? 0, signal),
  }).data
  const target = chosen ? chosen.target : (prefilled?.target ?? cameFrom ?? undefined)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [overtaken, setOvertaken] = useState<Overtaken>()
  const [tabId, setTabId] = useState<string>()
  const [{ titles, load }] = useState(offeredDashboards)
  const isNewDashboard = typeof target === 'string'
  const layout = useQuery({
    ...layoutQuery(typeof target === 'object' ? String(target.id) : ''),
    enabled: typeof target === 'object',
    staleTime: 0,
  })
  const tabs = typeof target === 'object' ? tabsOf(layout.data ?? null) : []
  const isOverwrite = way === 'overwrite' && chartId !== undefined

  // another save would go
  const isOverTheirs = isOverwrite && overtaken !== undefined
  const info = isOverwrite
    ? isNewDashboard
      ? t(texts.newDashboard)
      : undefined
    : t(isNewDashboard ? texts.newBoth : texts.newChart)

  async function save(goesToDashboard: boolean) {
    const chartName = name.trim()
    if (isBusy || chartName === '' || dataset.id === null) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      const previous =
        isOverwrite && opened.slice && state.saved
          ? { saved: opened.slice.form_data, opened: state.saved.form }
          : undefined
      const params = savedFormData(form, previous)
      const dashboard = typeof target === 'string' ? { id: await createDashboard(target), title: target } : target
      // should what follows fail, another try must not make another one
      setTarget(dashboard)
      const before = isOverwrite ? await dashboardsOfChart(chartId) : []
      const dashboards = [...new Set([...before, ...(dashboard ? [dashboard.id] : [])])]
      const fields = {
        slice_name: chartName,
        viz_type: String(form['viz_type']),
        datasource_id: dataset.id,
        datasource_type: 'table' as const,
        params: JSON.stringify({ ...params, dashboards }),
        query_context: JSON.stringify(buildQueryContext({ formData: form, datasource })),
        dashboards,
      }
      let id = chartId ?? 0
      let version: string | undefined
      if (isOverwrite) version = await updateChart(chartId, fields, overtaken?.version ?? state.saved?.version)
      else id = await createChart({ ...fields, owners: currentUser.userId === undefined ? [] : [currentUser.userId] })
      if (dashboard && tabs.some((tab) => tab.id === tabId) && tabId !== undefined) {
        // the chart is saved and on the dashboard: another try would save it twice
        const hasJoined = !before.includes(dashboard.id)
        await placeOnTab(dashboard.id, tabId, { id, name: chartName, hasJoined }).catch((error: unknown) =>
          toast.warning(messageOf(error)),
        )
      }
      const words = { name: chartName, dashboard: dashboard?.title ?? '' }
      toast.success(t(isOverwrite ? texts.overwritten : texts.saved, words))
      if (dashboard) {
        if (!before.includes(dashboard.id))
          toast.success(t(isNewDashboard ? texts.dashboardCreated : texts.added, words))
        sessionStorage.setItem(lastDashboardKey, JSON.stringify(dashboard))
      }
      explore.dispatch({ type: 'saved', form, name: chartName, version })
      void queryClient.invalidateQueries({ queryKey: ['charts'] })
      // the header tells when it was saved, and where it is shown
      if (isOverwrite) void queryClient.invalidateQueries(openedCharts)
      void queryClient.invalidateQueries({ queryKey: ['dashboards'] })
      onClose()
      if (goesToDashboard && dashboard)
        router.history.push(`/superset/dashboard/${dashboard.id}/`, undefined, { ignoreBlocker: true })
      else {
        const href = formatAddress(undefined, id, dataset.id, dashboardId)
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

  const isReady = name.trim() !== ''
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      dismissible={!isBusy}
      footer={
        <>
          <Button size="md" onClick={onClose} disabled={isBusy}>
            {t(texts.cancel)}
          </Button>
          <Button
            size="md"
            disabledReason={target === undefined ? t(texts.noDashboard) : false}
            disabled={!isReady || isBusy}
            onClick={() => void save(true)}
          >
            {isOverTheirs
              ? t(isNewDashboard ? texts.overGoNew : texts.overGo)
              : t(isNewDashboard ? texts.goNew : texts.go)}
          </Button>
          <Button
            size="md"
            variant={isOverTheirs ? 'dangerSolid' : 'primary'}
            type="submit"
            form={formId}
            busy={isBusy}
            disabled={!isReady}
          >
            {isOverTheirs ? t(texts.over) : t(isNewDashboard ? texts.saveNew : texts.save)}
          </Button>
        </>
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
        {isOverTheirs ? (
          <Banner tone="warning">
            {t(overtaken.isOwn ? texts.overtakenSelf : texts.overtaken, { by: overtaken.by, when: overtaken.when })}{' '}
            <a href={formatAddress(undefined, chartId, dataset.id)} target="_blank" rel="noreferrer">
              {t(texts.theirs)}
            </a>
          </Banner>
        ) : null}
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
          onChange={setName}
        />
        <Field label={t(texts.dashboard)}>
          <Select<number | string>
            size="md"
            label={t(texts.dashboard)}
            placeholder={t(texts.dashboardPlaceholder)}
            clearable
            allowNew
            newLabel={(typed) => t(texts.createDashboard, { name: typed })}
            load={load}
            labelOf={(value) => (typeof target === 'object' && target.id === value ? target.title : undefined)}
            value={typeof target === 'object' ? target.id : target}
            onChange={(value) => {
              setTarget(typeof value === 'number' ? { id: value, title: titles.get(value) ?? String(value) } : value)
            }}
          />
        </Field>
        {chosen === undefined && prefilled?.isLast && typeof target === 'object' ? (
          <Banner
            tone="warning"
            action={
              <Button size="xs" onClick={() => setTarget(undefined)}>
                {t(texts.notThere)}
              </Button>
            }
          >
            {t(texts.lastOne, { title: target.title })}
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
              value={tabs.some((tab) => tab.id === tabId) ? tabId : undefined}
              onChange={setTabId}
            />
          </Field>
        ) : null}
        {info === undefined ? null : <Banner tone="info">{info}</Banner>}
      </form>
    </Dialog>
  )
}

/** The dashboards to choose from, and what those that were offered are called. */
function offeredDashboards() {
  const titles = new Map<number, string>()
  const load: typeof myDashboards = async (...asked) => {
    const page = await myDashboards(...asked)
    for (const { value, label } of page.options) titles.set(value, label)
    return page
  }
  return { titles, load }
}

/** Puts a chart on a tab of a dashboard, over nobody's changes: a save in between is refused. */
async function placeOnTab(
  dashboardId: number,
  tabId: string,
  chart: { id: number; name: string; hasJoined: boolean },
): Promise<void> {
  const { item, version } = await loadDashboardToEdit(dashboardId)
  const newId = (type: string) => `${type}-${Math.random().toString(36).slice(2, 13)}`
  const positions = withChartOnTab(item.position_json, tabId, chart, newId)
  const metadata = JSON.parse(item.json_metadata || '{}') as Record<string, unknown>
  await saveDashboard(dashboardId, { json_metadata: JSON.stringify({ ...metadata, positions }) }, version)
}

/** A version that somebody saved after the chart was opened here. */
interface Overtaken {
  by: string
  /** the same person, in another window */
  isOwn: boolean
  when: string
  version: string | undefined
}

async function newestOf(chartId: number): Promise<Overtaken> {
  const [{ metadata, version }, isOwn] = await Promise.all([loadExplore(`?slice_id=${chartId}`), isSavedByMe(chartId)])
  return { by: metadata?.changed_by ?? '', isOwn, when: metadata?.changed_on_humanized ?? '', version }
}

interface Prefilled {
  target: DashboardChoice
  /** nobody asked for it: it is only where the chart before went */
  isLast: boolean
}

/** Where the reader came from, or where charts went in this session: a saved chart goes nowhere new unasked. */
function prefilledDashboard(
  id: number | null,
  known: { id: number; dashboard_title: string | null }[] | undefined,
  isSaved: boolean,
): Prefilled | undefined {
  const isOn = (dashboardId: number) => known?.some((dashboard) => dashboard.id === dashboardId) ?? false
  const from = known?.find((dashboard) => dashboard.id === id)
  if (from) return { target: { id: from.id, title: from.dashboard_title ?? String(from.id) }, isLast: false }
  if (id !== null && !isSaved) return undefined
  try {
    const last = JSON.parse(sessionStorage.getItem(lastDashboardKey) ?? 'null') as DashboardChoice | null
    if (last === null || (isSaved && (typeof last !== 'object' || !isOn(last.id)))) return undefined
    return { target: last, isLast: typeof last !== 'object' || !isOn(last.id) }
  } catch {
    return undefined
  }
}
