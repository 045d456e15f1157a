import { EllipsisVertical } from 'lucide-react'
import type { ComponentProps } from 'react'
import { ButtonLink } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ActionsCell, Cell, HeadCell, LeadCell, Row, Table } from '../ui/Table.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import css from './ListTable.module.css'
import type { ActionDefinition, ColumnDefinition, ListDefinition } from './listDefinition.ts'
import type { ListState } from './listState.ts'
import { rowDrag } from './rowDrag.ts'
import { Star } from './Star.tsx'
import type { Selection } from './useSelection.ts'

const texts = defineTexts('listTable', {
  favorite: 'Favorite',
  actions: 'Actions',
  select: 'Select {title}',
  selectAll: 'Select all on this page',
  page: 'Select',
})

const skeletonRows = 12

export interface ListTableProps<T extends { id: number }> {
  definition: ListDefinition<T>
  items: readonly T[] | undefined
  state: ListState
  onSort: (column: string) => void
  selection: Selection
  stars: ReadonlySet<number> | undefined
  onStar: (id: number, isStarred: boolean) => void
  /** whether rows can be dragged to a folder */
  canDrag: boolean
}

/** Width in px of the button that opens the actions of a row on phones. */
const menuWidth = 44

/** Width in px of the actions of a row: with folders there are up to six, for datasets up to seven. */
const actionsWidth = ({ foldedAs }: Pick<ListDefinition<never>, 'foldedAs'>) =>
  foldedAs === 'Dataset' ? 196 : foldedAs === undefined ? 110 : 172

/** A list as a table. While the items are loading, it shows placeholders. */
export function ListTable<T extends { id: number }>(props: ListTableProps<T>) {
  const { definition, items, state, onSort, selection, stars, onStar } = props
  const t = useText()
  const hasLead = selection.isOn || definition.canStar !== undefined
  const ids = items?.map((item) => item.id) ?? []
  const chosenHere = ids.filter((id) => selection.ids.has(id)).length
  const isBeside = definition.foldedAs !== undefined && props.canDrag
  // on phones, names need the width, so the actions are in a menu
  const areFolded = useIsPhone() && !definition.hasPhoneActions
  const { actionsOf } = definition
  return (
    <Table
      // WebKit keeps the width of a table when columns get hidden: a new element has the correct width
      key={isBeside ? 'beside' : 'alone'}
      label={definition.title}
      className={classes(css.table, isBeside && css.beside)}
    >
      <thead>
        <tr>
          {hasLead ? (
            <HeadCell width={52} label={t(selection.isOn ? texts.page : texts.favorite)}>
              {selection.isOn ? (
                <Checkbox
                  label={t(texts.selectAll)}
                  hideLabel
                  checked={chosenHere > 0 && chosenHere === ids.length}
                  mixed={chosenHere > 0 && chosenHere < ids.length}
                  onChange={() => selection.toggleAll(ids)}
                />
              ) : null}
            </HeadCell>
          ) : null}
          {definition.columns.map((column) => (
            <HeadCell
              key={column.key}
              width={column.width}
              className={hidden(column)}
              sorted={column.sort === state.sortColumn ? state.sortOrder : undefined}
              onSort={column.sort === undefined ? undefined : () => onSort(column.sort ?? '')}
            >
              {column.label}
            </HeadCell>
          ))}
          {actionsOf ? (
            <HeadCell width={areFolded ? menuWidth : actionsWidth(definition)} label={t(texts.actions)} />
          ) : null}
        </tr>
      </thead>
      <tbody>
        {items === undefined ? <PlaceRows definition={definition} hasLead={hasLead} /> : null}
        {items?.map((item) => {
          const title = definition.titleOf(item)
          const isChosen = selection.ids.has(item.id)
          return (
            <Row key={item.id} selected={isChosen} {...rowDrag(definition.foldedAs, props.canDrag, selection, item.id)}>
              {hasLead ? (
                <LeadCell>
                  {selection.isOn ? (
                    <Checkbox
                      label={t(texts.select, { title })}
                      hideLabel
                      checked={isChosen}
                      onChange={() => selection.toggle(item.id)}
                    />
                  ) : (
                    <span className={css.star}>
                      <Star
                        title={title}
                        isStarred={stars?.has(item.id) ?? false}
                        onChange={(isStarred) => onStar(item.id, isStarred)}
                      />
                    </span>
                  )}
                </LeadCell>
              ) : null}
              {definition.columns.map((column) => (
                <TextCell key={column.key} quiet={column.isQuiet} className={hidden(column)}>
                  {column.cell(item)}
                </TextCell>
              ))}
              {actionsOf ? (
                <ActionsCell keepVisible={areFolded}>
                  {areFolded ? <ActionsMenu actions={actionsOf(item)} /> : <RowActions actions={actionsOf(item)} />}
                </ActionsCell>
              ) : null}
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}

/** A cell that shows truncated text in full on hover. */
function TextCell(props: ComponentProps<typeof Cell>) {
  return <Cell {...props} title={typeof props.children === 'string' ? props.children : undefined} />
}

/** The actions of one item in a menu. */
function ActionsMenu({ actions }: { actions: ActionDefinition[] }) {
  const t = useText()
  if (actions.length === 0) return null
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={t(texts.actions)} icon={<EllipsisVertical size={16} />} />}
      items={actions}
    />
  )
}

/** The small action buttons of one item. */
export function RowActions({ actions }: { actions: ActionDefinition[] }) {
  return actions.map((action) =>
    action.href === undefined || action.disabledReason !== undefined ? (
      <IconButton
        key={action.label}
        size="xs"
        label={action.label}
        icon={action.icon}
        disabledReason={action.disabledReason}
        onClick={action.onSelect}
      />
    ) : (
      <Tooltip key={action.label} text={action.label}>
        <ButtonLink size="xs" square variant="quiet" href={action.href} icon={action.icon} aria-label={action.label} />
      </Tooltip>
    ),
  )
}

function hidden(column: Pick<ColumnDefinition<never>, 'hiddenBelow'>): string {
  return classes(column.hiddenBelow && css[column.hiddenBelow])
}

function PlaceRows<T extends { id: number }>({
  definition,
  hasLead,
}: {
  definition: ListDefinition<T>
  hasLead: boolean
}) {
  return Array.from({ length: skeletonRows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
    <Row key={row}>
      {hasLead ? (
        <Cell>
          <Skeleton width={16} height={16} />
        </Cell>
      ) : null}
      {definition.columns.map((column, index) => (
        <Cell key={column.key} className={hidden(column)}>
          <Skeleton width={index === 0 ? `${28 + ((row * 37) % 40)}%` : '60%'} />
        </Cell>
      ))}
      {definition.actionsOf ? <Cell /> : null}
    </Row>
  ))
}
