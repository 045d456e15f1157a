import { Search } from 'lucide-react'
import { useState } from 'react'
import { chartsIn } from '../../../../model/dashboard/layout.ts'
import { chartsInScope } from '../../../../model/dashboard/scope.ts'
import { scopeFor, scopeTree } from '../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { isRecord } from '../../../../model/wire/json.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useEditor } from '../edit/editStore.ts'
import list from '../edit/filters/FilterConfigDialog.module.css'
import { ScopeBranches } from '../edit/filters/ScopePicker.tsx'
import { useDashboard } from '../state/session.ts'
import { readBoxValues } from './boxFilters.ts'
import css from './FilterScopesDialog.module.css'

const texts = defineTexts('dashboard.filterScopes', {
  title: 'Configure filter scopes',
  none: 'There are no filters in this dashboard.',
  nothing: 'No filter is selected.',
  one: 'Editing 1 filter:',
  many: 'Batch editing {count} filters:',
  all: 'All filters',
  filters: 'Filters',
  charts: 'Charts',
  search: 'Search...',
  expand: 'Expand all',
  collapse: 'Collapse all',
  close: 'Close',
  save: 'Save',
  root: 'All charts',
  tab: 'Tab title',
  edit: 'Edit {name}',
})

/** Splits the id of a filter box control into the id of the chart and the key of the control. */
function splitId(id: string): { chartId: number; key: string } {
  const at = id.indexOf('_')
  return { chartId: Number(id.slice(0, at)), key: id.slice(at + 1) }
}

/** Selects the charts that each control of the filter boxes filters, for one control or for several at once. */
export default function FilterScopesDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const editor = useEditor()
  const { layout, boxFilters } = useDashboard(({ layout, boxFilters }) => ({ layout, boxFilters }))
  const [scopes, setScopes] = useState(
    () => new Map(boxFilters.map(({ id, scope }) => [id, new Set(chartsInScope(layout, scope))] as const)),
  )
  const [chosen, setChosen] = useState<readonly string[]>(() => boxFilters.slice(0, 1).map(({ id }) => id))

  function toggle(charts: number[], isOn: boolean) {
    setScopes((now) => {
      const next = new Map(now)
      for (const id of chosen) {
        const { chartId } = splitId(id)
        const scope = new Set(next.get(id))
        for (const chart of charts) {
          if (isOn && chart !== chartId) scope.add(chart)
          else scope.delete(chart)
        }
        next.set(id, scope)
      }
      return next
    })
  }

  function save() {
    const { metadata } = editor.document()
    const stored = readBoxValues(metadata['filter_scopes'])
    const next: Record<string, unknown> = { ...stored }
    for (const [id, charts] of scopes) {
      const { chartId, key } = splitId(id)
      // a box is never filtered by its own controls, so it does not count as excluded
      const { rootPath, excluded } = scopeFor(layout, new Set([...charts, chartId]))
      const own = next[String(chartId)]
      next[String(chartId)] = { ...(isRecord(own) ? own : {}), [key]: { scope: rootPath, immune: excluded } }
    }
    editor.change({ metadata: { ...metadata, filter_scopes: next } })
    onClose()
  }

  const isEmpty = boxFilters.length === 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={isEmpty ? 520 : 880}
      flush={!isEmpty}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.close)}
          </Button>
          {isEmpty ? null : (
            <Button size="md" variant="primary" onClick={save}>
              {t(texts.save)}
            </Button>
          )}
        </>
      }
    >
      {isEmpty ? (
        <p>{t(texts.none)}</p>
      ) : (
        <>
          <output className={css.head}>
            {t(chosen.length === 0 ? texts.nothing : chosen.length === 1 ? texts.one : texts.many, {
              count: chosen.length,
            })}{' '}
            <strong>
              {boxFilters
                .filter(({ id }) => chosen.includes(id))
                .map(({ name }) => name)
                .join(', ')}
            </strong>
          </output>
          <div className={css.body}>
            <FilterTree chosen={chosen} onChoose={setChosen} />
            <ChartTree scopes={scopes} chosen={chosen} onToggle={toggle} />
          </div>
        </>
      )}
    </Dialog>
  )
}

interface FilterTreeProps {
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

/** The boxes with their controls. A click on a name selects a single control, the checkboxes select several. */
function FilterTree({ chosen, onChoose }: FilterTreeProps) {
  const t = useText()
  const { charts, boxFilters } = useDashboard(({ charts, boxFilters }) => ({ charts, boxFilters }))
  const boxes = [...new Set(boxFilters.map(({ id }) => splitId(id).chartId))]
  const toggle = (ids: string[], isOn: boolean) =>
    onChoose(boxFilters.map(({ id }) => id).filter((id) => (ids.includes(id) ? isOn : chosen.includes(id))))
  const group = (name: string, ids: string[]) => {
    const count = ids.filter((id) => chosen.includes(id)).length
    return (
      <Checkbox
        label={name}
        checked={count === ids.length}
        mixed={count > 0 && count < ids.length}
        onChange={(isOn) => toggle(ids, isOn)}
      />
    )
  }
  return (
    <nav className={css.side} aria-label={t(texts.filters)}>
      {group(
        t(texts.all),
        boxFilters.map(({ id }) => id),
      )}
      <ul className={list.tree}>
        {boxes.map((chartId) => {
          const own = boxFilters.filter(({ id }) => splitId(id).chartId === chartId)
          return (
            <li key={chartId}>
              {group(
                charts.get(chartId)?.slice_name ?? String(chartId),
                own.map(({ id }) => id),
              )}
              <ul>
                {own.map(({ id, name }) => (
                  <li key={id} className={list.leaf}>
                    <Checkbox
                      hideLabel
                      label={name}
                      checked={chosen.includes(id)}
                      onChange={(isOn) => toggle([id], isOn)}
                    />
                    <button
                      type="button"
                      className={css.field}
                      aria-label={t(texts.edit, { name })}
                      aria-current={chosen.length === 1 && chosen[0] === id ? 'true' : undefined}
                      onClick={() => onChoose([id])}
                    >
                      {name}
                    </button>
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

interface ChartTreeProps {
  scopes: ReadonlyMap<string, ReadonlySet<number>>
  chosen: readonly string[]
  onToggle: (charts: number[], isOn: boolean) => void
}

/** The charts by tabs, with a search. A chart is checked if all selected controls filter it. */
function ChartTree({ scopes, chosen, onToggle }: ChartTreeProps) {
  const t = useText()
  const { layout, charts } = useDashboard(({ layout, charts }) => ({ layout, charts }))
  const [search, setSearch] = useState('')
  const [isOpen, setIsOpen] = useState(true)
  const nameOf = (id: number | undefined) => charts.get(id ?? -1)?.slice_name ?? ''
  const words = search.trim().toLowerCase()
  // a box does not filter itself
  const own = new Set(chosen.map((id) => splitId(id).chartId))
  const shown = chartsIn(layout.root).filter(
    (id) => !(own.size === 1 && own.has(id)) && nameOf(id).toLowerCase().includes(words),
  )
  const tree = scopeTree(layout, ({ type, meta }) =>
    type === 'TAB' ? meta.text || t(texts.tab) : meta.sliceNameOverride || nameOf(meta.chartId) || meta.sliceName || '',
  )
  const inAll = new Set(shown.filter((id) => chosen.every((filter) => scopes.get(filter)?.has(id))))
  return (
    <div className={css.charts}>
      <div className={css.tools}>
        <TextField
          hideLabel
          label={t(texts.search)}
          placeholder={t(texts.search)}
          icon={<Search size={14} />}
          value={search}
          onChange={setSearch}
        />
        <Button size="xs" variant="quiet" onClick={() => setIsOpen(true)}>
          {t(texts.expand)}
        </Button>
        <Button size="xs" variant="quiet" onClick={() => setIsOpen(false)}>
          {t(texts.collapse)}
        </Button>
      </div>
      {chosen.length === 0 ? null : (
        <ScopeBranches
          label={t(texts.charts)}
          branch={{ key: 'ROOT_ID', name: t(texts.root), charts: shown, children: isOpen ? kept(tree, shown) : [] }}
          chosen={inAll}
          onToggle={onToggle}
        />
      )}
    </div>
  )
}

/** The branches that contain these charts. */
function kept(branches: ReturnType<typeof scopeTree>, shown: number[]): ReturnType<typeof scopeTree> {
  return branches.flatMap((branch) => {
    const charts = branch.charts.filter((id) => shown.includes(id))
    return charts.length === 0 ? [] : [{ ...branch, charts, children: kept(branch.children, shown) }]
  })
}
