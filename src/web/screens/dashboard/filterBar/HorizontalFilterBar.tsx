import { ListFilter } from 'lucide-react'
import { useRef } from 'react'
import type { NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import { isUnset } from '../../../../model/dashboard/dashboardState.ts'
import { Button } from '../../../ui/Button.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { mayEdit } from '../header/mayEdit.ts'
import { splitBySight } from '../state/actions.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { ApplyButtons } from './ApplyButtons.tsx'
import { CrossFilterChips, useCrossFilters } from './CrossFilters.tsx'
import { FilterControl } from './FilterControl.tsx'
import FilterSettings from './FilterSettings.tsx'
import css from './HorizontalFilterBar.module.css'
import { useElementWidth } from './useElementWidth.ts'

const texts = defineTexts('dashboard.horizontalFilters', {
  title: 'Filters',
  more: 'More filters',
  none: 'No filters are currently added to this dashboard.',
})

/** The filters in one row at the top; those that do not fit are behind "More filters". */
export default function HorizontalFilterBar() {
  const t = useText()
  const { item } = useSession()
  const row = useRef<HTMLDivElement>(null)
  const width = useElementWidth(row)
  const chips = useCrossFilters()
  const filters = useDashboard((state) => state.filters)
  const inSight = useDashboard((state) => splitBySight(state).inSight)
  const drafts = useDashboard((state) => state.drafts)
  const shownIds = fitting(
    filters.filter(({ id }) => inSight.includes(id)),
    width,
  )
  const shown = filters.filter(({ id }) => shownIds.has(id))
  const more = filters.filter(({ id }) => !shownIds.has(id))
  const moreSet = more.filter(({ id }) => !isUnset(drafts[id])).length
  return (
    <section className={css.bar} aria-label={t(texts.title)}>
      {mayEdit(item) ? <FilterSettings /> : null}
      {chips.length > 0 ? (
        <div className={css.chips}>
          <CrossFilterChips chips={chips} />
        </div>
      ) : null}
      <div className={css.filters} ref={row}>
        {filters.length === 0 ? <span className={css.none}>{t(texts.none)}</span> : null}
        {shown.map((filter) => (
          <FilterControl key={filter.id} filter={filter} compact />
        ))}
        {more.length > 0 ? (
          <Popover
            label={t(texts.more)}
            width={280}
            trigger={
              <Button variant="quiet" icon={<ListFilter size={14} />}>
                {t(texts.more)}
                <Tag tone={moreSet > 0 ? 'accent' : 'neutral'}>{moreSet > 0 ? moreSet : more.length}</Tag>
              </Button>
            }
          >
            <div className={css.more}>
              {more.map((filter) => (
                <FilterControl key={filter.id} filter={filter} />
              ))}
            </div>
          </Popover>
        ) : null}
      </div>
      <div className={css.buttons}>
        <ApplyButtons look="row" />
      </div>
    </section>
  )
}

const CONTROL_PX = 190
const LETTER_PX = 6.6
const MORE_PX = 130

/** The filters that fit in one row, in order; names have different lengths, controls have the same width. */
function fitting(filters: NativeFilter[], width: number): ReadonlySet<string> {
  const widths = filters.map(({ name }) => Math.min(name.length, 43) * LETTER_PX + CONTROL_PX)
  const all = widths.reduce((sum, each) => sum + each, 0)
  const room = all <= width ? width : width - MORE_PX
  let used = 0
  const shown = new Set<string>()
  for (const [index, filter] of filters.entries()) {
    used += widths[index] ?? 0
    if (used > room) break
    shown.add(filter.id)
  }
  return shown
}
