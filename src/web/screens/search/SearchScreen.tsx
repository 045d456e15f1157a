import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { Bookmark, ChartLine, LayoutDashboard, Search, Table2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { can } from '../../api/bootstrap.ts'
import { messageOf } from '../../api/failure.ts'
import { type FoundObject, type SearchedKind, searchQuery } from '../../api/search.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { isEnter } from '../../ui/isEnter.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './SearchScreen.module.css'
import { formatSearch, parseSearch, type SearchState } from './searchState.ts'

const texts = defineTexts('search', {
  title: 'Search',
  field: 'Find dashboards, charts, datasets and saved queries',
  clear: 'Clear the search',
  kind: 'Kind',
  all: 'All',
  Dashboard: 'Dashboards',
  Chart: 'Charts',
  Dataset: 'Datasets',
  SavedQuery: 'Saved queries',
  untitled: '[Untitled]',
  start: 'Search everything that you have access to',
  startText:
    'Names, descriptions, columns, metrics and texts on dashboards are searched. Small typing errors are tolerated.',
  nothing: 'Nothing found for “{text}”',
  nothingText: 'Try fewer or different words.',
  otherKinds: 'Search all kinds',
  more: 'Show more {kind}',
  mostShown: 'Only the best {count} are shown. Add a word to narrow the search.',
  incomplete: 'Recent changes are still being indexed: some objects may be missing.',
  description: 'Description',
  column: 'Column',
  metric: 'Metric',
  text: 'Text',
  sql: 'SQL',
})

const typingMs = 200
/** number of objects of each kind: first in the list of all kinds, then in the list of one kind */
const [FEW, MANY] = [10, 100]

const kinds = [
  { kind: 'Dashboard', icon: LayoutDashboard },
  { kind: 'Chart', icon: ChartLine },
  { kind: 'Dataset', icon: Table2 },
  { kind: 'SavedQuery', icon: Bookmark },
] as const satisfies { kind: SearchedKind; icon: unknown }[]

/** `/search/?text=`: everything that contains the words of the text, by kind. */
export function SearchScreen() {
  const t = useText()
  const { history } = useRouter()
  const { searchStr } = useLocation()
  const { text, kind } = parseSearch(searchStr)
  // a text that is applied when typing pauses must not revert a kind that was selected meanwhile
  const change = (next: Partial<SearchState>) =>
    history.replace(`/search/${formatSearch({ ...parseSearch(history.location.search), ...next })}`)
  const offered = kinds.filter((each) => can('can_read', each.kind))
  return (
    <div className={css.page}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <PageHeader title={t(texts.title)} />
      <div className={css.bar}>
        <SearchField text={text} onChange={(next) => change({ text: next })} />
        <div className={css.kinds}>
          <SegmentedControl<SearchedKind | ''>
            label={t(texts.kind)}
            value={kind ?? ''}
            onChange={(next) => change({ kind: next === '' ? undefined : next })}
            options={[
              { value: '', label: t(texts.all) },
              ...offered.map((each) => ({ value: each.kind, label: t(texts[each.kind]) })),
            ]}
          />
        </div>
      </div>
      <ScrollRegion label={t(texts.title)} className={css.content}>
        {text === '' ? (
          <EmptyState size="big" picture={<Search size={28} />} title={t(texts.start)} text={t(texts.startText)} />
        ) : (
          <Results text={text} kind={kind} onKind={(next) => change({ kind: next })} />
        )}
      </ScrollRegion>
    </div>
  )
}

/** The search field. It shows the text in the address, or a newer text that the user is still typing. */
function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const t = useText()
  const inputRef = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [draft, setDraft] = useState<string>()
  const typed = draft ?? text
  useEffect(() => {
    inputRef.current?.focus()
    return () => clearTimeout(timer.current)
  }, [])

  function apply(next: string) {
    clearTimeout(timer.current)
    setDraft(undefined)
    if (next !== text) onChange(next)
  }

  return (
    <TextField
      ref={inputRef}
      className={css.field}
      label={t(texts.field)}
      hideLabel
      type="search"
      placeholder={t(texts.field)}
      icon={<Search size={14} />}
      value={typed}
      onChange={(next) => {
        clearTimeout(timer.current)
        setDraft(next)
        timer.current = setTimeout(() => apply(next), typingMs)
      }}
      onKeyDown={(event) => {
        if (isEnter(event)) apply(typed)
        if (event.key === 'Escape') apply('')
      }}
      end={
        typed === '' ? undefined : (
          <IconButton
            size="xs"
            label={t(texts.clear)}
            tooltip={false}
            icon={<X size={14} />}
            onClick={() => {
              apply('')
              inputRef.current?.focus()
            }}
          />
        )
      }
    />
  )
}

interface ResultsProps {
  text: string
  kind: SearchedKind | undefined
  onKind: (kind: SearchedKind | undefined) => void
}

function Results({ text, kind, onKind }: ResultsProps) {
  const t = useText()
  const found = useQuery({
    ...searchQuery({ text, limit: kind ? MANY : FEW, ...(kind ? { kind } : {}) }),
    placeholderData: keepPreviousData,
  })
  if (found.error) return <ErrorPanel message={messageOf(found.error)} onRetry={() => void found.refetch()} />
  if (!found.data) return <div className={css.results} aria-busy="true" />
  const { result, more, is_complete } = found.data
  return (
    <div className={css.results} aria-busy={found.isFetching}>
      {is_complete ? null : <p className={css.note}>{t(texts.incomplete)}</p>}
      {result.length === 0 ? (
        <EmptyState
          size="big"
          picture={<Search size={28} />}
          title={t(texts.nothing, { text })}
          text={t(texts.nothingText)}
          actions={
            kind ? (
              <Button size="md" onClick={() => onKind(undefined)}>
                {t(texts.otherKinds)}
              </Button>
            ) : undefined
          }
        />
      ) : (
        kinds.map((each) => (
          <Group
            key={each.kind}
            kind={each.kind}
            objects={result.filter((object) => object.kind === each.kind)}
            end={
              more.includes(each.kind) ? (
                kind ? (
                  <p className={css.note}>{t(texts.mostShown, { count: MANY })}</p>
                ) : (
                  <div className={css.more}>
                    <Button onClick={() => onKind(each.kind)}>
                      {t(texts.more, { kind: t(texts[each.kind]).toLowerCase() })}
                    </Button>
                  </div>
                )
              ) : null
            }
          />
        ))
      )}
    </div>
  )
}

function Group({ kind, objects, end }: { kind: SearchedKind; objects: FoundObject[]; end: ReactNode }) {
  const t = useText()
  if (objects.length === 0) return null
  const Icon = kinds.find((each) => each.kind === kind)?.icon ?? Search
  return (
    <section aria-label={t(texts[kind])}>
      <h2 className={css.heading}>{t(texts[kind])}</h2>
      <ul className={css.list}>
        {objects.map(({ id, title, url, source, changed_on, match }) => (
          <li key={id}>
            <a href={url} className={css.row}>
              <Icon size={16} />
              <span className={css.texts}>
                <span className={css.title}>{title || t(texts.untitled)}</span>
                {match && match.place !== 'title' ? (
                  <span className={css.match}>
                    <span className={css.place}>{t(texts[match.place])}</span> {match.text}
                  </span>
                ) : null}
              </span>
              <span className={css.source}>{source}</span>
              <span className={css.time}>
                <RelativeTime time={changed_on} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {end}
    </section>
  )
}
