import { ArrowDown, ArrowUp, CircleAlert, Filter, Minus, Plus, Trash2 } from 'lucide-react'
import { editedTypeOf } from '../../../../../filters/editing.ts'
import { type FilterEntry, isDivider, moveEntry } from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { Button } from '../../../../ui/Button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { Menu } from '../../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import css from './FilterConfigDialog.module.css'
import type { FilterDraft } from './useFilterDraft.ts'

const texts = defineTexts('dashboard.filterList', {
  add: 'Add filters and dividers',
  filter: 'Filter',
  divider: 'Divider',
  list: 'Filters and dividers',
  removed: '(Removed)',
  undo: 'Undo?',
  remove: 'Remove {name}',
  up: 'Move {name} up',
  down: 'Move {name} down',
})

interface FilterEntryListProps {
  draft: FilterDraft
  nameOf: (entry: FilterEntry) => string
  /** errors are marked after an attempt to save */
  isChecked: boolean
  onAddFilter: () => void
  onAddDivider: () => void
}

/** The filters and dividers of a dashboard, and the menu that adds a filter or divider. */
export function FilterEntryList({ draft, nameOf, isChecked, onAddFilter, onAddDivider }: FilterEntryListProps) {
  const t = useText()
  return (
    <nav className={css.side} aria-label={t(texts.list)}>
      <Menu
        items={[
          { label: t(texts.filter), icon: <Filter size={14} />, onSelect: onAddFilter },
          { label: t(texts.divider), icon: <Minus size={14} />, onSelect: onAddDivider },
        ]}
        trigger={
          <Button variant="quiet" icon={<Plus size={14} />} className={css.add}>
            {t(texts.add)}
          </Button>
        }
      />
      <ul>
        {draft.entries.map((entry) => (
          <Row key={entry.id} entry={entry} draft={draft} name={nameOf(entry)} isChecked={isChecked} />
        ))}
      </ul>
    </nav>
  )
}

interface RowProps {
  entry: FilterEntry
  draft: FilterDraft
  name: string
  isChecked: boolean
}

function Row({ entry, draft, name, isChecked }: RowProps) {
  const t = useText()
  const isChosen = entry.id === draft.selected?.id
  const isRemoved = draft.removed.has(entry.id)
  const Icon = isDivider(entry) ? Minus : editedTypeOf(draft.types, entry).icon
  return (
    <li className={classes(css.entry, isChosen && css.chosen)}>
      <button
        type="button"
        className={css.name}
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => draft.choose(entry.id)}
      >
        <Icon size={15} />
        <span className={classes(css.word, isRemoved && css.struck)}>{name}</span>
        {isRemoved ? <span className={css.gone}>{t(texts.removed)}</span> : null}
        {isChecked && draft.faultsOf(entry.id).length > 0 ? (
          <CircleAlert size={14} className={css.bad} aria-hidden="true" />
        ) : null}
      </button>
      {isRemoved ? (
        <Button variant="quiet" size="xs" onClick={() => draft.restore(entry.id)}>
          {t(texts.undo)}
        </Button>
      ) : (
        <Tools entry={entry} draft={draft} name={name} />
      )}
    </li>
  )
}

function Tools({ entry, draft, name }: Omit<RowProps, 'isChecked'>) {
  const t = useText()
  const move = (by: number) => draft.reorder(moveEntry(draft.entries, entry.id, by))
  return (
    <span className={css.tools}>
      {draft.entries.length === 1 ? null : (
        <>
          <IconButton
            size="xs"
            tooltip={false}
            label={t(texts.up, { name })}
            icon={<ArrowUp size={13} />}
            onClick={() => move(-1)}
          />
          <IconButton
            size="xs"
            tooltip={false}
            label={t(texts.down, { name })}
            icon={<ArrowDown size={13} />}
            onClick={() => move(1)}
          />
        </>
      )}
      <IconButton
        size="xs"
        tooltip={false}
        label={t(texts.remove, { name })}
        icon={<Trash2 size={13} />}
        onClick={() => draft.remove(entry.id)}
      />
    </span>
  )
}
