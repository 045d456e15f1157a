import {
  ArrowDown,
  ArrowUp,
  Calendar,
  CircleAlert,
  Clock,
  Filter,
  Minus,
  Plus,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isUnset } from '../../../../../model/dashboard/dashboardState.ts'
import {
  entryName,
  type FilterEntry,
  type FilterFault,
  filterFaults,
  hasPreFilter,
  isDivider,
  kindOf,
  moveEntry,
  newDivider,
  newFilter,
  readEntries,
  savedEntries,
} from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { Menu } from '../../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { datasetIdOf } from '../../state/dashboardStore.ts'
import { useDashboard } from '../../state/session.ts'
import css from './FilterConfigDialog.module.css'
import { FilterForm } from './FilterForm.tsx'
import { newEntryId } from './newEntryId.ts'

const texts = defineTexts('dashboard.filterConfig', {
  title: 'Add and edit filters',
  add: 'Add filters and dividers',
  filter: 'Filter',
  divider: 'Divider',
  list: 'Filters and dividers',
  untitled: '[untitled]',
  removed: '(Removed)',
  undo: 'Undo?',
  remove: 'Remove {name}',
  up: 'Move {name} up',
  down: 'Move {name} down',
  none: 'No filters are currently added',
  noneHelp: 'Users select values in a filter, and all charts in its scope are updated.',
  addFirst: 'Add a filter',
  unchanged: 'There are no changes to save',
  removedText: 'You have removed this filter.',
  restore: 'Restore Filter',
  cancel: 'Cancel',
  save: 'Save',
  unsaved: 'There are unsaved changes.',
  sure: 'Are you sure you want to cancel?',
  keep: 'Keep editing',
  yesCancel: 'Yes, cancel',
  fault: '{name}: {fault}',
})

const faultTexts = defineTexts('dashboard.filterFault', {
  name: 'Name is required',
  title: 'Title is required',
  dataset: 'Dataset is required',
  column: 'Column is required',
  default: 'Default value is required',
  preFilter: 'Pre-filter is required',
  cycle: 'Cyclic dependency detected',
})

/** A removed filter is gone for good after this. */
const UNDO_MS = 5000

const icons: Record<string, ReactNode> = {
  filter_select: <Filter size={15} />,
  filter_range: <SlidersHorizontal size={15} />,
  filter_time: <Calendar size={15} />,
  filter_timecolumn: <Calendar size={15} />,
  filter_timegrain: <Clock size={15} />,
}

interface FilterConfigDialogProps {
  metadata: Readonly<Record<string, unknown>>
  onClose: () => void
  onSave: (patch: { native_filter_configuration: FilterEntry[] }) => Promise<void>
}

/** The dashboard's filters: the list at the left, the chosen one's form and a preview at the right. */
export function FilterConfigDialog({ metadata, onClose, onSave }: FilterConfigDialogProps) {
  const t = useText()
  const usualDataset = useUsualDataset()
  const [start] = useState(() => readEntries(metadata))
  const [entries, setEntries] = useState<FilterEntry[]>(start)
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const [withDefault, setWithDefault] = useState<ReadonlySet<string>>(
    () => new Set(start.filter((entry) => !isUnset(entry['defaultDataMask'] as object)).map(({ id }) => id)),
  )
  const [withPreFilter, setWithPreFilter] = useState<ReadonlySet<string>>(
    () => new Set(start.filter(hasPreFilter).map(({ id }) => id)),
  )
  const [selectedId, setSelectedId] = useState(start[0]?.id)
  const [addedId, setAddedId] = useState<string>()
  const [isTicked, setIsTicked] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const timers = useRef(new Map<string, number>())

  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) window.clearTimeout(timer)
    }
  }, [])

  useEffect(() => {
    if (addedId === undefined) return
    // the menu that added it gives the focus back to its button when it is gone
    const timer = window.setTimeout(() => body.current?.querySelector<HTMLElement>('[data-added]')?.focus())
    return () => window.clearTimeout(timer)
  }, [addedId])

  const selected = entries.find(({ id }) => id === selectedId)
  const tickedOf = (id: string) => ({ default: withDefault.has(id), preFilter: withPreFilter.has(id) })
  const live = entries.filter(({ id }) => !removed.has(id))
  const faults = new Map(live.map((entry) => [entry.id, filterFaults(entry, live, tickedOf(entry.id))]))
  const firstFault = live.find(({ id }) => (faults.get(id)?.length ?? 0) > 0)
  const isChanged = isTicked || JSON.stringify(savedEntries(entries, removed)) !== JSON.stringify(start)
  const shownName = (entry: FilterEntry) => entryName(entry) || t(texts.untitled)
  const faultText = (fault: FilterFault) => t(faultTexts[fault])

  function change(next: FilterEntry) {
    setEntries((now) => now.map((entry) => (entry.id === next.id ? next : entry)))
  }

  function add(entry: FilterEntry) {
    setEntries((now) => [...now, entry])
    setSelectedId(entry.id)
    setAddedId(entry.id)
  }

  function choose(id: string) {
    setSelectedId(id)
    setAddedId(undefined)
  }

  const addFilter = () => add(newFilter(newEntryId('NATIVE_FILTER'), usualDataset))

  function remove(id: string) {
    setRemoved((now) => new Set(now).add(id))
    const timer = window.setTimeout(() => {
      setEntries((now) => now.filter((entry) => entry.id !== id))
      setSelectedId((now) => (now === id ? undefined : now))
    }, UNDO_MS)
    timers.current.set(id, timer)
  }

  function restore(id: string) {
    window.clearTimeout(timers.current.get(id))
    setRemoved((now) => new Set([...now].filter((each) => each !== id)))
  }

  async function save() {
    setIsChecked(true)
    if (firstFault) return setSelectedId(firstFault.id)
    setIsSaving(true)
    try {
      await onSave({ native_filter_configuration: savedEntries(entries, removed) })
    } finally {
      setIsSaving(false)
    }
  }

  const close = () => (isChanged ? setIsAsking(true) : onClose())
  return (
    <Dialog
      open
      flush
      onClose={close}
      title={t(texts.title)}
      width={1040}
      footer={
        isAsking ? (
          <>
            <div className={css.ask}>
              <Banner tone="warning">
                <b>{t(texts.unsaved)}</b> {t(texts.sure)}
              </Banner>
            </div>
            <Button size="md" onClick={() => setIsAsking(false)}>
              {t(texts.keep)}
            </Button>
            <Button size="md" variant="danger" onClick={onClose}>
              {t(texts.yesCancel)}
            </Button>
          </>
        ) : (
          <>
            {isChecked && firstFault ? (
              <p className={css.fault} role="alert">
                <CircleAlert size={14} />
                {t(texts.fault, {
                  name: shownName(firstFault),
                  fault: faultText(faults.get(firstFault.id)?.[0] ?? 'name'),
                })}
              </p>
            ) : null}
            <Button size="md" onClick={close}>
              {t(texts.cancel)}
            </Button>
            <Button
              size="md"
              variant="primary"
              busy={isSaving}
              disabledReason={isChanged ? false : t(texts.unchanged)}
              onClick={() => void save()}
            >
              {t(texts.save)}
            </Button>
          </>
        )
      }
    >
      <div ref={body} className={css.body}>
        <nav className={css.side} aria-label={t(texts.list)}>
          <Menu
            items={[
              {
                label: t(texts.filter),
                icon: <Filter size={14} />,
                onSelect: addFilter,
              },
              {
                label: t(texts.divider),
                icon: <Minus size={14} />,
                onSelect: () => add(newDivider(newEntryId('NATIVE_FILTER_DIVIDER'))),
              },
            ]}
            trigger={
              <Button variant="quiet" icon={<Plus size={14} />} className={css.add}>
                {t(texts.add)}
              </Button>
            }
          />
          <ul>
            {entries.map((entry) => {
              const name = shownName(entry)
              const isRemoved = removed.has(entry.id)
              const isBad = isChecked && (faults.get(entry.id)?.length ?? 0) > 0
              return (
                <li key={entry.id} className={classes(css.entry, entry.id === selectedId && css.chosen)}>
                  <button
                    type="button"
                    className={css.name}
                    aria-current={entry.id === selectedId ? 'true' : undefined}
                    onClick={() => choose(entry.id)}
                  >
                    {isDivider(entry) ? <Minus size={15} /> : icons[kindOf(entry)]}
                    <span className={classes(css.word, isRemoved && css.struck)}>{name}</span>
                    {isRemoved ? <span className={css.gone}>{t(texts.removed)}</span> : null}
                    {isBad ? <CircleAlert size={14} className={css.bad} aria-hidden="true" /> : null}
                  </button>
                  {isRemoved ? (
                    <Button variant="quiet" size="xs" onClick={() => restore(entry.id)}>
                      {t(texts.undo)}
                    </Button>
                  ) : (
                    <span className={css.tools}>
                      {entries.length === 1 ? null : (
                        <>
                          <IconButton
                            size="xs"
                            tooltip={false}
                            label={t(texts.up, { name })}
                            icon={<ArrowUp size={13} />}
                            onClick={() => setEntries(moveEntry(entries, entry.id, -1))}
                          />
                          <IconButton
                            size="xs"
                            tooltip={false}
                            label={t(texts.down, { name })}
                            icon={<ArrowDown size={13} />}
                            onClick={() => setEntries(moveEntry(entries, entry.id, 1))}
                          />
                        </>
                      )}
                      <IconButton
                        size="xs"
                        tooltip={false}
                        label={t(texts.remove, { name })}
                        icon={<Trash2 size={13} />}
                        onClick={() => remove(entry.id)}
                      />
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
        </nav>
        {selected && removed.has(selected.id) ? (
          <div className={css.removed}>
            <p>{t(texts.removedText)}</p>
            <Button onClick={() => restore(selected.id)}>{t(texts.restore)}</Button>
          </div>
        ) : selected ? (
          <FilterForm
            key={selected.id}
            entry={selected}
            entries={live}
            ticked={tickedOf(selected.id)}
            isAdded={selected.id === addedId}
            onTick={(part, isOn) => {
              setIsTicked(true)
              const set = part === 'default' ? setWithDefault : setWithPreFilter
              set((now) => new Set(isOn ? [...now, selected.id] : [...now].filter((id) => id !== selected.id)))
            }}
            faults={isChecked ? (faults.get(selected.id) ?? []).map((fault) => [fault, faultText(fault)]) : []}
            onChange={change}
          />
        ) : entries.length === 0 ? (
          <div className={css.removed}>
            <EmptyState
              title={t(texts.none)}
              text={t(texts.noneHelp)}
              actions={
                <Button variant="primary" icon={<Plus size={14} />} onClick={addFilter}>
                  {t(texts.addFirst)}
                </Button>
              }
            />
          </div>
        ) : (
          <div />
        )}
      </div>
    </Dialog>
  )
}

/** The dataset that most charts of the dashboard use. */
function useUsualDataset(): number | undefined {
  const charts = useDashboard((state) => state.charts)
  const uses = new Map<number, number>()
  for (const { form_data } of charts.values()) {
    const id = datasetIdOf(form_data)
    if (id !== undefined) uses.set(id, (uses.get(id) ?? 0) + 1)
  }
  return [...uses].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}
