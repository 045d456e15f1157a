import { Layers, Search, Tag as TagIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { findChart } from '../../../../charts/index.ts'
import type { ChartType } from '../../../../charts/shared/contract.ts'
import { useLoadingPlugins, useOfferedTypes } from '../../../chart/pluginTypes.ts'
import { searchCharts } from '../../../chart/searchCharts.ts'
import { ChartPicture } from '../../../cover/ChartPicture.tsx'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { compareNames } from '../../../ui/compareNames.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { inlineKey } from '../../../ui/direction.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, usePlainText, useText } from '../../../ui/text.ts'
import { useExplore } from '../state/exploreContext.ts'
import { ExampleCharts } from './ExampleCharts.tsx'
import css from './Gallery.module.css'
import { firstSection, type GallerySection, inSection, sectionsOfGallery } from './galleryModel.ts'
import { Suggestions } from './Suggestions.tsx'
import { TypeBadge, useBadge } from './TypeBadge.tsx'

const texts = defineTexts('explore.gallery', {
  title: 'Select a visualization type',
  sections: 'Chart categories',
  all: 'All charts',
  recommended: 'Recommended tags',
  category: 'Category',
  tags: 'Tags',
  search: 'Search all charts',
  charts: 'Charts',
  none: 'No charts found',
  noDescription: 'No description available.',
  loadingPlugins: 'Loading {count, plural, one {# plugin} other {# plugins}}...',
  cancel: 'Cancel',
  select: 'Select',
})

const groups = { recommended: texts.recommended, category: texts.category, tag: texts.tags } as const

/** Every chart type, by category, tag and name; a double click selects one. */
export default function Gallery({ onClose }: { onClose: () => void }) {
  const t = useText()
  const plain = usePlainText()
  const { vizType, switchTo } = useExplore()
  const offered = useOfferedTypes()
  const loadingPlugins = useLoadingPlugins()
  const searchField = useRef<HTMLInputElement>(null)
  const [section, setSection] = useState<GallerySection>(() => firstSection(offered, findChart(vizType)))
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<string | undefined>(vizType)
  const isSearching = search.trim() !== ''
  const shown = isSearching
    ? searchCharts(offered, search, plain)
    : offered.filter((chart) => inSection(chart, section))
  const chosen = shown.find((chart) => chart.type === selected)

  function openSection(next: GallerySection) {
    setSection(next)
    setSearch('')
    if (!offered.some((chart) => chart.type === selected && inSection(chart, next))) setSelected(undefined)
  }

  /** A suggested type may belong to another section: the list then shows all types. */
  function suggest(chart: ChartType) {
    if (!inSection(chart, section)) setSection({ kind: 'all' })
    setSelected(chart.type)
  }

  function take(type: string | undefined) {
    if (type === undefined) return
    onClose()
    switchTo(type)
  }

  return (
    <Dialog
      open
      flush
      width={1090}
      onClose={onClose}
      title={t(texts.title)}
      initialFocus={searchField}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" disabled={chosen === undefined} onClick={() => take(chosen?.type)}>
            {t(texts.select)}
          </Button>
        </>
      }
    >
      <div className={css.gallery}>
        <Sections offered={offered} open={isSearching ? undefined : section} onOpen={openSection} />
        <div className={css.main}>
          <TextField
            ref={searchField}
            hideLabel
            label={t(texts.search)}
            placeholder={t(texts.search)}
            size="md"
            icon={<Search size={14} />}
            value={search}
            onChange={setSearch}
          />
          {isSearching ? null : <Suggestions onSelect={suggest} />}
          {shown.length === 0 ? <EmptyState size="small" title={t(texts.none)} /> : null}
          {loadingPlugins === 0 ? null : (
            <output className={css.loading}>{t(texts.loadingPlugins, { count: loadingPlugins })}</output>
          )}
          <Tiles shown={shown} chosen={chosen} onSelect={setSelected} onTake={take} />
          {chosen === undefined ? null : <Details chart={chosen} />}
        </div>
      </div>
    </Dialog>
  )
}

interface SectionsProps {
  offered: readonly ChartType[]
  open: GallerySection | undefined
  onOpen: (section: GallerySection) => void
}

/** All charts, then categories and tags, each with its number of chart types. */
function Sections({ offered, open, onOpen }: SectionsProps) {
  const t = useText()
  const plain = usePlainText()
  const sectionButton = (section: GallerySection, label: string, icon?: ReactNode) => {
    const isOpen = open !== undefined && sameSection(section, open)
    return (
      <button
        key={label}
        type="button"
        className={classes(css.section, isOpen && css.on)}
        aria-pressed={isOpen}
        onClick={() => onOpen(section)}
      >
        {icon}
        <span className={css.sectionName}>{label}</span>
        <span className={css.count}>{offered.filter((chart) => inSection(chart, section)).length}</span>
      </button>
    )
  }
  return (
    <nav className={css.sections} aria-label={t(texts.sections)}>
      {sectionButton({ kind: 'all' }, t(texts.all), <Layers size={14} />)}
      {sectionsOfGallery(offered, (one, other) => compareNames(plain(one), plain(other))).map(({ kind, names }) => (
        <div key={kind}>
          <h3 className={css.groupName}>{t(groups[kind])}</h3>
          {names.map((name) =>
            sectionButton(
              { kind: kind === 'category' ? 'category' : 'tag', name },
              plain(name),
              kind === 'recommended' ? <TagIcon size={14} /> : undefined,
            ),
          )}
        </div>
      ))}
    </nav>
  )
}

interface TilesProps {
  shown: readonly ChartType[]
  chosen: ChartType | undefined
  onSelect: (type: string) => void
  onTake: (type: string) => void
}

function Tiles({ shown, chosen, onSelect, onTake }: TilesProps) {
  const t = useText()
  const plain = usePlainText()
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the chosen tile has the focus
    <div className={css.grid} role="radiogroup" aria-label={t(texts.charts)} onKeyDown={moveChoice}>
      {shown.map((chart, index) => {
        const isSelected = chart === chosen
        return (
          <button
            key={chart.type}
            type="button"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it contains a picture and handles double clicks
            role="radio"
            aria-checked={isSelected}
            tabIndex={isSelected || (chosen === undefined && index === 0) ? 0 : -1}
            className={classes(css.tile, isSelected && css.chosen)}
            onClick={() => onSelect(chart.type)}
            onDoubleClick={() => onTake(chart.type)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onTake(chart.type)
            }}
          >
            <Picture>
              <ChartPicture vizType={chart.type} {...pictureBox} />
            </Picture>
            <span className={css.tileFoot}>
              <span className={css.tileName}>{plain(chart.name)}</span>
              <TypeBadge warns chart={chart} />
            </span>
          </button>
        )
      })}
    </div>
  )
}

/** The details of the selected type. */
function Details({ chart }: { chart: ChartType }) {
  const t = useText()
  const plain = usePlainText()
  const badge = useBadge(chart)
  return (
    <section className={css.details} aria-label={plain(chart.name)}>
      <div className={css.words}>
        <h3 className={css.name}>
          {plain(chart.name)}
          <TypeBadge chart={chart} />
        </h3>
        {badge ? <p className={css.explanation}>{badge.explanation}</p> : null}
        <div className={css.tags}>
          {chart.tags.map((tag) => (
            <Tag key={tag} tone="outline">
              {plain(tag)}
            </Tag>
          ))}
        </div>
        <p>{chart.description ? plain(chart.description) : t(texts.noDescription)}</p>
      </div>
      <div className={css.examples}>
        <ExampleCharts
          key={chart.type}
          chart={chart}
          waiting={
            <Picture>
              <ChartPicture vizType={chart.type} {...pictureBox} />
            </Picture>
          }
        />
      </div>
    </section>
  )
}

const pictureBox = { seed: 7, width: 136, height: 72 }

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg className={css.picture} viewBox="0 0 160 92" aria-hidden="true">
      <g transform="translate(12 10)">{children}</g>
    </svg>
  )
}

function sameSection(one: GallerySection, other: GallerySection): boolean {
  return one.kind === other.kind && (one.kind === 'all' || one.name === (other as { name: string }).name)
}

/** Arrow keys move between the thumbnails and select; Enter confirms. */
function moveChoice(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[inlineKey(event.key)]
  if (step === undefined) return
  event.preventDefault()
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')]
  const at = tiles.indexOf(event.target as HTMLElement)
  const next = tiles[Math.min(Math.max(at + step, 0), tiles.length - 1)]
  next?.focus()
  next?.click()
}
