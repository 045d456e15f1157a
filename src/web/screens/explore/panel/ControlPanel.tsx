import { ChevronDown, ChevronRight, CircleAlert } from 'lucide-react'
import { Fragment, lazy, memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ControlSection } from '../../../../charts/shared/controls.ts'
import { useLayerFaults } from '../../../chart/useLayerFaults.ts'
import { ControlFormProvider, ControlSourceProvider } from '../../../controls/source.ts'
import { PaletteActions } from '../../../shell/PaletteActions.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Kbd, modKey } from '../../../ui/Kbd.tsx'
import { LabelledIcon } from '../../../ui/LabelledIcon.tsx'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/Tabs.tsx'
import { defineTexts, usePlainText, useText } from '../../../ui/text.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'
import css from './ControlPanel.module.css'
import { ControlRow } from './ControlRow.tsx'
import { KeptControls } from './KeptControls.tsx'
import { VizTiles } from './VizTiles.tsx'

const texts = defineTexts('explore.panel', {
  tabs: 'Controls',
  data: 'Data',
  customize: 'Customize',
  all: 'View all charts',
  create: 'Create chart',
  update: 'Update chart',
  stop: 'Stop',
  required: 'Add required control values to preview chart',
  errors: '{count, plural, one {Control labeled} other {Controls labeled}} {labels}: {message}',
  sectionErrors: 'This section contains validation errors',
})

const Gallery = lazy(() => import('../gallery/Gallery.tsx'))

/** The controls of the chart type, and the button that runs the query. */
export const ControlPanel = memo(function ControlPanel() {
  const t = useText()
  const { sections, errors, dataset, form, sent, send, dashboardColors } = useExplore()
  const [tab, setTab] = useState('data')
  const [showsGallery, setShowsGallery] = useState(false)
  const { run } = useExploreRun()
  const annotationFaults = useLayerFaults(form, run.answer?.data)
  const source = useMemo(
    () => ({ dataset, sent, onTaken: () => send(undefined), dashboardColors, annotationFaults }),
    [dataset, sent, send, dashboardColors, annotationFaults],
  )
  const customize = sections.filter((section) => section.tab === 'customize')
  const shownTab = tab === 'customize' && customize.length === 0 ? 'data' : tab
  const body = useScrollOfTab(shownTab)
  return (
    <ControlSourceProvider value={source}>
      <ControlFormProvider value={form}>
        <VizTiles onAll={() => setShowsGallery(true)} />
        <KeptControls />
        <Tabs value={shownTab} onChange={setTab} className={css.tabs}>
          <div className={css.tabRow}>
            <TabList label={t(texts.tabs)} className={css.tabList}>
              <Tab value="data" icon={Object.keys(errors).length > 0 ? <ErrorMark /> : undefined}>
                {t(texts.data)}
              </Tab>
              {customize.length > 0 ? <Tab value="customize">{t(texts.customize)}</Tab> : null}
            </TabList>
            <button type="button" className={css.all} onClick={() => setShowsGallery(true)}>
              {t(texts.all)}
            </button>
          </div>
          <div ref={body} className={css.body}>
            <TabPanel value="data" keepMounted>
              {sections
                .filter((section) => section.tab === 'data')
                .map((section) => (
                  <Section key={section.id} section={section} />
                ))}
            </TabPanel>
            <TabPanel value="customize">
              {customize.map((section) => (
                <Section key={section.id} section={section} />
              ))}
            </TabPanel>
          </div>
        </Tabs>
        <Foot />
        <PaletteActions items={[{ label: t(texts.all), onSelect: () => setShowsGallery(true) }]} />
        {showsGallery ? (
          <LazyPart onClose={() => setShowsGallery(false)}>
            <Gallery onClose={() => setShowsGallery(false)} />
          </LazyPart>
        ) : null}
      </ControlFormProvider>
    </ControlSourceProvider>
  )
})

/** Restores the scroll position of each tab; a new tab starts at its top. The ref is for the element that scrolls. */
function useScrollOfTab(tab: string) {
  const body = useRef<HTMLDivElement>(null)
  const tops = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const element = body.current
    if (!element) return
    const { current } = tops
    element.scrollTop = current.get(tab) ?? 0
    const keep = () => current.set(tab, element.scrollTop)
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [tab])
  return body
}

/** The button that runs or stops the query. */
function Foot() {
  const t = useText()
  const { errors, isStale, update } = useExplore()
  const { run, stop } = useExploreRun()
  return (
    <footer className={css.foot}>
      <PaletteActions
        items={[
          run.phase === 'loading'
            ? { label: t(texts.stop), onSelect: stop }
            : {
                label: t(run.phase === 'idle' ? texts.create : texts.update),
                shortcut: `${modKey} ↵`,
                disabledReason: Object.keys(errors).length > 0 && t(texts.required),
                onSelect: () => update(),
              },
        ]}
      />
      {run.phase === 'loading' ? (
        <Button className={css.update} size="md" onClick={stop}>
          {t(texts.stop)}
        </Button>
      ) : (
        <Button
          className={css.update}
          size="md"
          variant={isStale ? 'primary' : 'default'}
          disabledReason={Object.keys(errors).length > 0 ? t(texts.required) : false}
          iconAfter={<Kbd keys={`${modKey} ↵`} />}
          onClick={() => update()}
        >
          {t(run.phase === 'idle' ? texts.create : texts.update)}
        </Button>
      )}
    </footer>
  )
}

function ErrorMark() {
  const t = useText()
  const plain = usePlainText()
  const { errors, rules, isNew } = useExplore()
  const byMessage = new Map<string, string[]>()
  for (const [name, messages] of Object.entries(errors)) {
    const label = plain(rules.find((rule) => rule.name === name)?.label ?? name)
    for (const message of messages) byMessage.set(message, [...(byMessage.get(message) ?? []), label])
  }
  const words = [...byMessage]
    .map(([message, labels]) =>
      t(texts.errors, { count: labels.length, labels: labels.join(', '), message: plain(message) }),
    )
    .join('\n')
  return (
    <LabelledIcon label={words} tooltip={words} className={css.problem} data-fault={isNew ? 'new' : undefined}>
      <CircleAlert size={14} />
    </LabelledIcon>
  )
}

function Section({ section }: { section: ControlSection }) {
  const t = useText()
  const { errors, form, datasource, isNew } = useExplore()
  const [isOpen, setIsOpen] = useState(section.expanded === true)
  const frame = useRef<HTMLElement>(null)
  const controls = section.controls.filter((control) => control.visible?.(form, datasource.columnTypes) ?? true)
  if (controls.length === 0) return null
  const isWrong = controls.some((control) => errors[control.name] !== undefined)
  function toggle() {
    setIsOpen(!isOpen)
    // the controls of a section at the bottom of the panel would be out of sight
    if (!isOpen) requestAnimationFrame(() => frame.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <section ref={frame} className={css.section} aria-label={section.label}>
      <h3>
        <button type="button" className={css.sectionHead} aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
          {section.label}
          {isWrong && !isOpen ? (
            <LabelledIcon label={t(texts.sectionErrors)} className={css.problem} data-fault={isNew ? 'new' : undefined}>
              <CircleAlert size={13} />
            </LabelledIcon>
          ) : null}
        </button>
      </h3>
      <div className={css.controls} hidden={!isOpen}>
        {controls.map((control) => (
          <Fragment key={control.name}>
            {control.heading === undefined ? null : <h4 className={css.heading}>{control.heading}</h4>}
            <ControlRow control={control} />
          </Fragment>
        ))}
      </div>
    </section>
  )
}
