import { type ReactNode, useId } from 'react'
import { HEIGHT_UNIT_PX, type LayoutNode } from '../../../../../model/dashboard/layout.ts'
import type { PartDifference } from '../../../../../model/dashboardEdit/dashboardMerge.ts'
import { filterDifferences } from '../../../../../model/dashboardEdit/filterFacts.ts'
import type { ElementChange, ElementDifference } from '../../../../../model/dashboardEdit/layoutDifference.ts'
import { Tag } from '../../../../ui/Tag.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { useItemName } from '../layout/EditItem.tsx'
import { MarkedLines } from './MarkedLines.tsx'
import css from './OverwriteDifferences.module.css'
import { useFilterLines } from './useFilterLines.ts'
import type { Conflict } from './useSave.ts'

const texts = defineTexts('dashboard.edit.differences', {
  theirs: 'Last Updated {time} by {name}',
  mine: 'new value',
  layout: 'Layout',
  same: 'Not changed',
  missing: 'Not present',
  undone: 'Not changed by you. Overwriting reverts it.',
  missed: 'Not in your version. Overwriting removes it.',
  size: '{from} → {to}',
  columns: '{columns, plural, one {# column} other {# columns}}',
  filter: 'Filter: {name}',
  filterOrder: 'Order of the filters',
  area: '{columns, plural, one {# column} other {# columns}} × {height, number} px',
})

const changes = defineTexts('dashboard.edit.differences.change', {
  added: 'Added',
  removed: 'Removed',
  text: 'Text changed',
  size: 'Size changed',
  moved: 'Moved',
  look: 'Appearance changed',
})

const tones: Record<ElementChange, 'success' | 'danger' | 'info'> = {
  added: 'success',
  removed: 'danger',
  text: 'info',
  size: 'info',
  moved: 'info',
  look: 'info',
}

const parts = defineTexts('dashboard.edit.differences.part', {
  dashboard_title: 'Title',
  slug: 'URL slug',
  css: 'CSS',
  certified_by: 'Certified by',
  certification_details: 'Certification details',
  owners: 'Owners',
  roles: 'Roles',
  color_scheme: 'Color scheme',
  color_scheme_domain: 'Colors of the color scheme',
  label_colors: 'Label colors',
  shared_label_colors: 'Shared label colors',
  refresh_frequency: 'Auto-refresh interval',
  timed_refresh_immune_slices: 'Charts without auto-refresh',
  native_filter_configuration: 'Filters',
  chart_configuration: 'Cross-filtering of charts',
  global_chart_configuration: 'Cross-filtering scoping',
  cross_filters_enabled: 'Cross-filtering',
  instant_filtering: 'Filters without Apply button',
  expanded_slices: 'Charts with a visible description',
})

const FILTERS = 'json_metadata.native_filter_configuration'

/** The name of a stored part; a key without a translation is shown as words. */
export function usePartName(): (key: string) => string {
  const t = useText()
  return (key) => {
    const own = key.replace(/^json_metadata\./, '')
    const words = own.replaceAll('_', ' ')
    return own in parts ? t(parts[own as keyof typeof parts]) : words.charAt(0).toUpperCase() + words.slice(1)
  }
}

/** The version that was saved elsewhere and the version that would replace it, side by side, with changes marked. */
export function OverwriteDifferences({ conflict }: { conflict: Conflict }) {
  const t = useText()
  const name = usePartName()
  const { by, at, differences } = conflict
  return (
    <>
      <div className={css.heads}>
        <h3>{t(texts.theirs, { time: `${at.replace('T', ' ').slice(0, 16)} UTC`, name: by })}</h3>
        <h3>{t(texts.mine)}</h3>
      </div>
      {differences.parts.map((part) =>
        part.key === FILTERS ? (
          <FilterPairs key={part.key} part={part} />
        ) : (
          <TextPair key={part.key} title={name(part.key)} before={part.before} theirs={part.theirs} mine={part.mine} />
        ),
      )}
      {differences.elements.map((element) => (
        <ElementPair key={element.id} element={element} />
      ))}
    </>
  )
}

function Pair({ title, theirs, mine }: { title: string; theirs: ReactNode; mine: ReactNode }) {
  const id = useId()
  return (
    <section className={css.pair} aria-labelledby={id}>
      <h4 id={id}>{title}</h4>
      <div>{theirs}</div>
      <div>{mine}</div>
    </section>
  )
}

/** The filters that differ, each described in sentences. */
function FilterPairs({ part }: { part: PartDifference }) {
  const t = useText()
  const { filters, order } = filterDifferences(part)
  const lines = useFilterLines(
    filters.flatMap(({ before, theirs, mine }) => [before, theirs, mine].filter((one) => !!one)),
  )
  return (
    <>
      {filters.map(({ id, name, before, theirs, mine }) => (
        <TextPair
          key={id}
          title={t(texts.filter, { name })}
          before={before && lines(before)}
          theirs={theirs && lines(theirs)}
          mine={mine && lines(mine)}
          isProse
        />
      ))}
      {order ? <TextPair title={t(texts.filterOrder)} {...order} isProse /> : null}
    </>
  )
}

interface TextPairProps {
  title: string
  /** the texts of the part in each version; undefined if the version does not contain the part */
  before: string | undefined
  theirs: string | undefined
  mine: string | undefined
  isProse?: boolean
}

function TextPair({ title, before, theirs, mine, isProse = false }: TextPairProps) {
  const t = useText()
  const cell = (now: string | undefined, unchanged: string) => (
    <>
      <p className={css.note}>
        {now === before ? unchanged : null}
        {before === undefined && now !== undefined ? <Tag tone={tones.added}>{t(changes.added)}</Tag> : null}
        {before !== undefined && now === undefined ? <Tag tone={tones.removed}>{t(changes.removed)}</Tag> : null}
      </p>
      {now === undefined ? null : <MarkedLines label={title} before={before ?? ''} after={now} isProse={isProse} />}
    </>
  )
  return (
    <Pair
      title={title}
      theirs={cell(theirs, t(theirs === undefined ? texts.missing : texts.same))}
      mine={cell(mine, t(mine === undefined ? texts.missed : texts.undone))}
    />
  )
}

const textOf = (node: LayoutNode | undefined) =>
  node === undefined ? '' : (node.meta.code ?? (node.meta.text || node.meta.sliceNameOverride) ?? '')

function ElementPair({ element }: { element: ElementDifference }) {
  const t = useText()
  const name = useItemName()(element.node)
  const { before, node } = element
  const sides = [element.theirs, element.mine]
  const hasText =
    sides.some((side) => side.changes.includes('text')) ||
    (node.type === 'MARKDOWN' && sides.some(({ changes: all }) => all.includes('added') || all.includes('removed')))

  function cell(side: 'theirs' | 'mine'): ReactNode {
    const { node: now, changes: done } = element[side]
    const unchanged = now ? [texts.same, texts.undone] : [texts.missing, texts.missed]
    return (
      <>
        <p className={css.note}>
          {done.length === 0 ? t(unchanged[side === 'mine' ? 1 : 0] ?? texts.same) : null}
          {done.map((change) => (
            <Tag key={change} tone={tones[change]}>
              {t(changes[change])}
            </Tag>
          ))}
          {done.includes('size') && before && now ? (
            <span>{t(texts.size, { from: sizeOf(before), to: sizeOf(now) })}</span>
          ) : null}
        </p>
        {hasText && now ? <MarkedLines label={name} before={before ? textOf(before) : ''} after={textOf(now)} /> : null}
      </>
    )
  }

  function sizeOf({ meta: { width: columns = 0, height } }: LayoutNode): string {
    return height === undefined
      ? t(texts.columns, { columns })
      : t(texts.area, { columns, height: height * HEIGHT_UNIT_PX })
  }

  return <Pair title={`${t(texts.layout)}: ${name}`} theirs={cell('theirs')} mine={cell('mine')} />
}
