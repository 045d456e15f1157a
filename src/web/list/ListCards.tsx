import { CoverCard } from '../cover/CoverCard.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './ListCards.module.css'
import { type ListTableProps, RowActions } from './ListTable.tsx'
import { rowDrag } from './rowDrag.ts'
import { Star } from './Star.tsx'

const texts = defineTexts('listCards', { select: 'Select {title}' })

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** A list as cards, four per row. */
export function ListCards<T extends { id: number }>({
  definition,
  items,
  selection,
  stars,
  onStar,
  canDrag,
}: Omit<ListTableProps<T>, 'state' | 'onSort'>) {
  const t = useText()
  if (!items) {
    return (
      <div className={css.grid}>
        {places.map((place) => (
          <div key={place} className={css.place}>
            <Skeleton height={150} className={css.placeCover} />
            <div className={css.placeBody}>
              <Skeleton width="60%" />
              <Skeleton width="35%" height={10} />
            </div>
          </div>
        ))}
      </div>
    )
  }
  return (
    <ul className={css.grid} aria-label={definition.title}>
      {items.map((item) => {
        const title = definition.titleOf(item)
        const card = definition.card?.(item)
        if (!card) return null
        return (
          <li key={item.id} className={css.item} {...rowDrag(definition.foldedAs, canDrag, selection, item.id)}>
            <CoverCard
              {...card}
              title={title}
              isSelected={selection.ids.has(item.id)}
              check={
                selection.isOn ? (
                  <Checkbox
                    label={t(texts.select, { title })}
                    hideLabel
                    checked={selection.ids.has(item.id)}
                    onChange={() => selection.toggle(item.id)}
                  />
                ) : undefined
              }
              marks={
                <>
                  {definition.marksOf?.(item)}
                  {definition.canStar ? (
                    <Star
                      title={title}
                      isStarred={stars?.has(item.id) ?? false}
                      onChange={(isStarred) => onStar(item.id, isStarred)}
                    />
                  ) : null}
                </>
              }
              actions={<RowActions actions={definition.actionsOf?.(item) ?? []} />}
            />
          </li>
        )
      })}
    </ul>
  )
}
