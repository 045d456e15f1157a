import { Globe, Plus, Target, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  type CrossFilterScopes,
  readCrossFilterScopes,
  withCrossFilterScopes,
} from '../../../../../model/dashboard/crossFilterScopes.ts'
import { chartsIn } from '../../../../../model/dashboard/layout.ts'
import type { Scope } from '../../../../../model/dashboard/scope.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { Select } from '../../../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { useDashboard } from '../../state/session.ts'
import list from '../filters/FilterConfigDialog.module.css'
import { ScopePicker } from '../filters/ScopePicker.tsx'

const texts = defineTexts('dashboard.edit.crossFilterScope', {
  title: 'Cross-filtering scoping',
  list: 'Scopings',
  add: 'Add custom scoping',
  global: 'All charts/global scoping',
  fresh: '[new custom scoping]',
  remove: 'Remove the custom scoping of {name}',
  chart: 'Chart',
  selectChart: 'Select a chart',
  globalHelp: 'A value selected in a chart filters the charts selected here, unless that chart has custom scoping.',
  customHelp: 'A value selected in this chart filters the charts selected here. The chart itself is not filtered.',
  off: 'Cross-filtering is not enabled for this dashboard.',
  cancel: 'Cancel',
  save: 'Save',
})

/** 0 is the global scoping, undefined a custom scoping without a chart yet. */
type Chosen = number | undefined

interface CrossFilterScopeDialogProps {
  metadata: Readonly<Record<string, unknown>>
  /** the chart whose custom scoping is selected initially, and created if it has none; by default the global scoping */
  startId?: number | undefined
  onClose: () => void
  onSave: (metadata: Readonly<Record<string, unknown>>) => Promise<void> | void
}

/** Selects the charts that are filtered by a value selected in a chart: globally, and for single charts. */
export function CrossFilterScopeDialog({ metadata, startId, onClose, onSave }: CrossFilterScopeDialogProps) {
  const t = useText()
  const layout = useDashboard((state) => state.layout)
  const isEnabled = useDashboard((state) => state.metadata.cross_filters_enabled)
  const [scopes, setScopes] = useState(() => withScopeOf(readCrossFilterScopes(metadata), startId))
  const [chosen, setChosen] = useState<Chosen>(startId ?? 0)
  const [isSaving, setIsSaving] = useState(false)

  function setScope(scope: Scope) {
    if (chosen === undefined) return
    setScopes((now) =>
      chosen === 0 ? { ...now, global: scope } : { ...now, custom: new Map(now.custom).set(chosen, scope) },
    )
  }

  /** Assigns the scoping to another chart. */
  function moveTo(id: number) {
    setScopes((now) => {
      const scope = (chosen === undefined ? undefined : now.custom.get(chosen)) ?? now.global
      return { ...now, custom: new Map([...now.custom].filter(([key]) => key !== chosen)).set(id, scope) }
    })
    setChosen(id)
  }

  function remove(id: number) {
    setScopes((now) => ({ ...now, custom: new Map([...now.custom].filter(([key]) => key !== id)) }))
    if (chosen === id) setChosen(0)
  }

  async function save() {
    setIsSaving(true)
    await onSave(withCrossFilterScopes(metadata, scopes, layout))
    setIsSaving(false)
  }

  return (
    <Dialog
      open
      flush
      onClose={onClose}
      title={t(texts.title)}
      width={880}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" busy={isSaving} onClick={() => void save()}>
            {t(texts.save)}
          </Button>
        </>
      }
    >
      <div className={list.body}>
        <Scopings custom={scopes.custom} chosen={chosen} onChoose={setChosen} onRemove={remove} />
        <div className={list.scoping}>
          {isEnabled ? null : <Banner tone="info">{t(texts.off)}</Banner>}
          {chosen === 0 ? (
            <p className={list.note}>{t(texts.globalHelp)}</p>
          ) : (
            <ChartChoice chosen={chosen} custom={scopes.custom} onChange={moveTo} />
          )}
          {chosen === undefined ? null : (
            <ScopePicker
              key={chosen}
              scope={chosen === 0 ? scopes.global : (scopes.custom.get(chosen) ?? scopes.global)}
              datasetId={undefined}
              onChange={setScope}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Adds a custom scope for a chart. It starts as a copy of the global scope. */
const withScopeOf = (scopes: CrossFilterScopes, id: number | undefined): CrossFilterScopes =>
  id === undefined ? scopes : { ...scopes, custom: new Map([[id, scopes.global], ...scopes.custom]) }

type CustomScopes = ReadonlyMap<number, Scope>

/** The charts on the dashboard with their names. */
function usePlacedCharts() {
  const layout = useDashboard((state) => state.layout)
  const charts = useDashboard((state) => state.charts)
  return { placed: chartsIn(layout.root), charts, nameOf: (id: number) => charts.get(id)?.slice_name ?? String(id) }
}

interface ScopingsProps {
  custom: CustomScopes
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  onRemove: (id: number) => void
}

/** The global scoping, then the custom ones. */
function Scopings({ custom, chosen, onChoose, onRemove }: ScopingsProps) {
  const t = useText()
  const { placed, nameOf } = usePlacedCharts()
  return (
    <nav className={list.side} aria-label={t(texts.list)}>
      <Button variant="quiet" icon={<Plus size={14} />} className={list.add} onClick={() => onChoose(undefined)}>
        {t(texts.add)}
      </Button>
      <ul>
        <Scoping name={t(texts.global)} isChosen={chosen === 0} onChoose={() => onChoose(0)} />
        {[...custom.keys()]
          .filter((id) => placed.includes(id))
          .map((id) => (
            <Scoping
              key={id}
              name={nameOf(id)}
              isChosen={chosen === id}
              onChoose={() => onChoose(id)}
              onRemove={() => onRemove(id)}
            />
          ))}
        {chosen === undefined ? (
          <li className={classes(list.entry, list.chosen)}>
            <span className={list.name}>
              <Target size={15} />
              <span className={list.word}>{t(texts.fresh)}</span>
            </span>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}

interface ScopingProps {
  name: string
  isChosen: boolean
  onChoose: () => void
  /** absent for the global scoping, which cannot be removed */
  onRemove?: () => void
}

function Scoping({ name, isChosen, onChoose, onRemove }: ScopingProps) {
  const t = useText()
  return (
    <li className={classes(list.entry, isChosen && list.chosen)}>
      <button type="button" className={list.name} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
        {onRemove ? <Target size={15} /> : <Globe size={15} />}
        <span className={list.word}>{name}</span>
      </button>
      {onRemove ? (
        <span className={list.tools}>
          <IconButton
            size="xs"
            tooltip={false}
            label={t(texts.remove, { name })}
            icon={<Trash2 size={13} />}
            onClick={onRemove}
          />
        </span>
      ) : null}
    </li>
  )
}

interface ChartChoiceProps {
  chosen: number | undefined
  custom: CustomScopes
  onChange: (id: number) => void
}

/** The chart of a custom scoping: one that emits cross-filters and has no custom scoping yet. */
function ChartChoice({ chosen, custom, onChange }: ChartChoiceProps) {
  const t = useText()
  const { placed, charts, nameOf } = usePlacedCharts()
  const free = placed.filter((id) => {
    return !custom.has(id) && charts.get(id)?.type?.behaviors.includes('INTERACTIVE_CHART')
  })
  return (
    <>
      <Field label={t(texts.chart)} required>
        <Select
          label={t(texts.chart)}
          size="md"
          searchable
          placeholder={t(texts.selectChart)}
          options={[...(chosen === undefined ? [] : [chosen]), ...free].map((id) => ({ value: id, label: nameOf(id) }))}
          value={chosen}
          onChange={(id) => {
            if (id !== undefined && id !== chosen) onChange(id)
          }}
        />
      </Field>
      <p className={list.note}>{t(texts.customHelp)}</p>
    </>
  )
}
