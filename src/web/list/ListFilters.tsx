import { ChevronDown, Folder, LayoutGrid, List } from 'lucide-react'
import { PaletteActions } from '../shell/PaletteActions.tsx'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { FilterPill } from './FilterPill.tsx'
import css from './ListScreen.module.css'
import type { FilterDefinition, ListDefinition } from './listDefinition.ts'
import { type FilterValue, type ListState, recentColumn, type ViewMode } from './listState.ts'
import { SearchBox } from './SearchBox.tsx'
import type { FolderPaneState } from './useFolderPane.ts'

const texts = defineTexts('listFilters', {
  clear: 'Clear all filters',
  folders: 'Folders',
  table: 'Table view',
  card: 'Card view',
  viewMode: 'View',
  sort: 'Sort',
  alphabetical: 'Alphabetical',
  recent: 'Recently modified',
  oldest: 'Least recently modified',
})

export interface ListFiltersProps<T extends { id: number }> {
  definition: ListDefinition<T>
  state: ListState
  viewMode: ViewMode
  onChange: (change: Partial<ListState>, replace?: boolean) => void
  /** the pane of folders; absent if the list has none */
  folders?: FolderPaneState
}

/** The row above a list: search, filters, sort order of cards, table or card view. */
export function ListFilters<T extends { id: number }>(props: ListFiltersProps<T>) {
  const { definition, state, viewMode, onChange, folders } = props
  const t = useText()

  function setFilter({ key }: FilterDefinition, value: FilterValue | undefined) {
    const { [key]: _removed, ...others } = state.filters
    onChange({ filters: value === undefined ? others : { ...others, [key]: value } })
  }

  return (
    <div className={css.filters}>
      <PaletteActions
        items={[
          folders && { label: t(texts.folders), checked: folders.isOpen, onSelect: folders.onToggle },
          ...(definition.card ? (['table', 'card'] as const) : []).map((mode) => ({
            label: `${t(texts.viewMode)}: ${t(texts[mode])}`,
            checked: viewMode === mode,
            onSelect: () => onChange({ viewMode: mode }),
          })),
          Object.keys(state.filters).length > 0 && {
            label: t(texts.clear),
            onSelect: () => onChange({ filters: {} }),
          },
        ]}
      />
      {folders ? (
        <IconButton
          label={t(texts.folders)}
          icon={<Folder size={15} />}
          aria-pressed={folders.isOpen}
          active={folders.isOpen || folders.selected !== undefined}
          onClick={folders.onToggle}
        />
      ) : null}
      <SearchBox
        title={definition.title}
        value={state.search}
        onChange={(search) => onChange({ search }, state.search !== '')}
      />
      <div className={css.pills}>
        {definition.filters.map((filter) => (
          <FilterPill
            key={filter.key}
            label={filter.label}
            options={filter.options}
            load={filter.load}
            value={state.filters[filter.key]}
            onChange={(value) => setFilter(filter, value)}
          />
        ))}
      </div>
      <div className={css.views}>
        {viewMode === 'card' ? <CardOrder nameSort={definition.nameSort} state={state} onChange={onChange} /> : null}
        {definition.card ? (
          <SegmentedControl
            label={t(texts.viewMode)}
            value={viewMode}
            onChange={(next) => onChange({ viewMode: next })}
            options={[
              { value: 'table', label: t(texts.table), icon: <List size={15} /> },
              { value: 'card', label: t(texts.card), icon: <LayoutGrid size={15} /> },
            ]}
          />
        ) : null}
      </div>
    </div>
  )
}

interface CardOrderProps extends Pick<ListFiltersProps<{ id: number }>, 'state' | 'onChange'> {
  nameSort: string
}

/** A menu to sort cards, which have no column headers. */
function CardOrder({ nameSort, state, onChange }: CardOrderProps) {
  const t = useText()
  const sorts = [
    { label: t(texts.alphabetical), sortColumn: nameSort, sortOrder: 'asc' as const },
    { label: t(texts.recent), sortColumn: recentColumn, sortOrder: 'desc' as const },
    { label: t(texts.oldest), sortColumn: recentColumn, sortOrder: 'asc' as const },
  ]
  const sort = sorts.find((each) => each.sortColumn === state.sortColumn && each.sortOrder === state.sortOrder)
  return (
    <>
      <span className={css.sortLabel}>{t(texts.sort)}</span>
      <Menu
        align="end"
        trigger={<Button iconAfter={<ChevronDown size={14} />}>{sort?.label ?? t(texts.recent)}</Button>}
        items={sorts.map(({ label, sortColumn, sortOrder }) => ({
          label,
          checked: label === sort?.label,
          onSelect: () => onChange({ sortColumn, sortOrder }),
        }))}
      />
    </>
  )
}
