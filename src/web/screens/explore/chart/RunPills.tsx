import { Zap } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { isCombined } from '../../../../model/query/pointCells.ts'
import { parseUtc, relativeUnit } from '../../../ui/RelativeTime.tsx'
import { StatusDot, Tag } from '../../../ui/Tag.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'
import css from './ChartArea.module.css'
import { useExploreLeftOut } from './useExploreLeftOut.ts'

const LeftOutPill = lazy(() => import('./LeftOutPill.tsx'))

const texts = defineTexts('explore.pills', {
  loading: 'Loading...',
  rows: '{count, plural, one {# row} other {# rows}}',
  limit: 'Limit reached',
  cached: 'Cached',
  cachedTip: 'Loaded data cached {time}. Click to force-refresh',
  timer: 'Elapsed time',
})

/** Number of rows, cache state, and duration. */
export function RunPills() {
  const t = useText()
  const intl = useIntl()
  const { update } = useExplore()
  const { run } = useExploreRun()
  const first = run.answer?.data[0]
  const isLoading = run.phase === 'loading'
  const leftOut = useExploreLeftOut()
  if (run.phase === 'idle') return <div className={css.pills} />
  const cachedAt = first?.is_cached && first.cached_dttm ? parseUtc(first.cached_dttm).getTime() : undefined
  const ago = cachedAt === undefined ? undefined : relativeUnit((cachedAt - run.endedAt) / 1000)
  return (
    <div className={css.pills}>
      {leftOut?.line && !isLoading ? (
        <Suspense>
          <LeftOutPill answer={leftOut} />
        </Suspense>
      ) : null}
      {first ? (
        <RowCount
          count={first.rowcount}
          limit={isCombined(first) ? undefined : rowLimit(run.answer?.form)}
          isLoading={isLoading}
        />
      ) : null}
      {ago && !isLoading ? (
        <Tooltip text={t(texts.cachedTip, { time: intl.formatRelativeTime(ago.value, ago.unit, { numeric: 'auto' }) })}>
          <button type="button" className={css.cached} onClick={() => update({ force: true })}>
            <Tag icon={<Zap size={12} />}>{t(texts.cached)}</Tag>
          </button>
        </Tooltip>
      ) : null}
      <Timer startedAt={run.startedAt} endedAt={run.endedAt} phase={run.phase} label={t(texts.timer)} />
    </div>
  )
}

/** `N rows`; red if there are none, amber at the limit. */
export function RowCount({
  count,
  limit,
  isLoading,
}: {
  count: number
  limit?: number | undefined
  isLoading?: boolean
}) {
  const t = useText()
  if (isLoading) return <Tag>{t(texts.loading)}</Tag>
  const isLimited = limit !== undefined && count >= limit && count > 0
  return (
    <Tag
      tone={count === 0 ? 'danger' : isLimited ? 'warning' : 'neutral'}
      title={isLimited ? t(texts.limit) : undefined}
    >
      {t(texts.rows, { count })}
      {isLimited ? <span className={css.spoken}>{t(texts.limit)}</span> : null}
    </Tag>
  )
}

function rowLimit(form: Record<string, unknown> | undefined): number | undefined {
  const limit = Number(form?.['row_limit'])
  return Number.isFinite(limit) && limit > 0 ? limit : undefined
}

const tones = { idle: 'neutral', loading: 'info', done: 'success', failed: 'danger', stopped: 'neutral' } as const

interface TimerProps {
  startedAt: number
  endedAt: number
  phase: keyof typeof tones
  label: string
}

function Timer({ startedAt, endedAt, phase, label }: TimerProps) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (phase !== 'loading') return
    const timer = setInterval(() => setNow(Date.now()), 50)
    return () => clearInterval(timer)
  }, [phase])
  const elapsedMs = Math.max(0, (phase === 'loading' ? now : endedAt) - startedAt)
  return (
    <span className={css.timer} role="timer" aria-label={label} aria-live="off">
      <Tag tone={tones[phase]} icon={<StatusDot tone={tones[phase]} />}>
        {clockText(elapsedMs)}
      </Tag>
    </span>
  )
}

const two = (part: number) => String(Math.floor(part)).padStart(2, '0')

/** `HH:mm:ss.SSS` */
export function clockText(ms: number): string {
  const rest = String(Math.floor(ms % 1000)).padStart(3, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${rest}`
}
