import { ChevronDown, Ellipsis, Play, Square } from 'lucide-react'
import { useState } from 'react'
import { bootstrap, hasFlag } from '../../../api/bootstrap.ts'
import { PaletteActions } from '../../../shell/PaletteActions.tsx'
import { useShell } from '../../../shell/shellState.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import type { Selected } from '../editor/SqlLabEditor.tsx'
import { hasStatement } from '../editor/statements.ts'
import { editTab } from '../state/lab.ts'
import type { LabDatabase, LabQuery, LabTab } from '../state/labTypes.ts'
import type { RunRequest } from '../state/running.ts'
import { CreateAsDialog } from './CreateAsDialog.tsx'
import { EstimateButton } from './EstimateButton.tsx'
import { OfflineTag } from './OfflineTag.tsx'
import { ParametersDialog } from './ParametersDialog.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { SaveButtons } from './SaveButtons.tsx'
import { Timer } from './Timer.tsx'
import css from './Toolbar.module.css'

const texts = defineTexts('sqlLab.toolbar', {
  label: 'Query',
  run: 'Run',
  runSelection: 'Run selection',
  stop: 'Stop',
  runTip: 'Run query (Ctrl + Return)',
  stopTip: 'Stop running (Ctrl + {key})',
  runMore: 'More ways to run',
  createTable: 'CREATE TABLE AS',
  createView: 'CREATE VIEW AS',
  limit: 'LIMIT: {limit}',
  more: 'More actions',
  autocomplete: 'Autocomplete',
  parameters: 'Parameters',
  plan: 'Query plan',
  noPlan: 'Write a query first.',
  format: 'Format SQL',
  schedule: 'Schedule',
  noSchedule: 'Scheduled queries are not configured.',
  shortcuts: 'Keyboard shortcuts',
})

export interface ToolbarProps {
  tab: LabTab
  database: LabDatabase | undefined
  /** the last query */
  query: LabQuery | undefined
  running: LabQuery | undefined
  toRun: Selected
  isSelection: boolean
  /** whether the database can explain queries */
  explains: boolean
  completes: boolean
  onCompletes: (completes: boolean) => void
  isFormatting: boolean
  onRun: (createAs?: RunRequest['createAs']) => void
  onStop: () => void
  onFormat: () => void
}

const stopKey = /Mac|iPhone|iPad/.test(navigator.platform) ? 'x' : 'e'

/** The actions for the text of a tab. */
export function Toolbar(props: ToolbarProps) {
  const { tab, query, running, toRun, isSelection } = props
  const t = useText()
  return (
    <div role="toolbar" aria-label={t(texts.label)} className={css.bar}>
      <RunButtons {...props} />
      <EstimateButton tab={tab} sql={toRun.text} isSelection={isSelection} />
      <LimitMenu tab={tab} />
      {query ? <Timer query={query} isRunning={running !== undefined} /> : null}
      <OfflineTag />
      <span className={css.space} />
      <SaveButtons tab={tab} sql={toRun.text} />
      <MoreMenu {...props} />
    </div>
  )
}

function RunButtons({ tab, database, running, toRun, isSelection, onRun, onStop }: ToolbarProps) {
  const t = useText()
  const [asked, setAsked] = useState<'TABLE' | 'VIEW'>()
  if (running) {
    return (
      <>
        <PaletteActions items={[{ label: t(texts.stop), onSelect: onStop }]} />
        <Tooltip text={t(texts.stopTip, { key: stopKey })}>
          <Button variant="danger" icon={<Square size={12} />} onClick={onStop}>
            {t(texts.stop)}
          </Button>
        </Tooltip>
      </>
    )
  }
  const canRun = tab.databaseId !== null && hasStatement(toRun.text)
  const creations = [
    database?.allow_ctas ? { label: t(texts.createTable), onSelect: () => setAsked('TABLE') } : undefined,
    database?.allow_cvas ? { label: t(texts.createView), onSelect: () => setAsked('VIEW') } : undefined,
  ].filter((item) => item !== undefined)
  return (
    <span className={css.group}>
      <PaletteActions
        items={
          canRun
            ? [
                {
                  label: t(isSelection ? texts.runSelection : texts.run),
                  shortcut: 'Ctrl ↵',
                  onSelect: () => onRun(),
                },
                ...creations,
              ]
            : []
        }
      />
      <Tooltip text={t(texts.runTip)}>
        <Button
          variant="primary"
          className={creations.length > 0 ? css.first : undefined}
          icon={<Play size={12} fill="currentColor" />}
          iconAfter={<Kbd keys="Ctrl ↵" />}
          disabled={!canRun}
          onClick={() => onRun()}
        >
          {t(isSelection ? texts.runSelection : texts.run)}
        </Button>
      </Tooltip>
      {creations.length > 0 ? (
        <Menu
          trigger={
            <IconButton
              variant="primary"
              className={css.last}
              label={t(texts.runMore)}
              icon={<ChevronDown size={14} />}
              disabled={!canRun}
            />
          }
          items={creations}
        />
      ) : null}
      {asked ? (
        <CreateAsDialog
          method={asked}
          onClose={() => setAsked(undefined)}
          onCreate={(name) => onRun({ method: asked, name })}
        />
      ) : null}
    </span>
  )
}

/** `1 000`, with thin spaces. */
const grouped = (limit: number) => String(limit).replaceAll(/\B(?=(\d{3})+$)/g, '\u2009')

const maxLimit = Number(bootstrap.common.conf['SQL_MAX_ROW']) || 100_000

/** Powers of ten up to the maximum, and the maximum. */
export function limitChoices(max: number): number[] {
  const powers = Array.from({ length: 8 }, (_each, at) => 10 ** (at + 1))
  return [...powers.filter((power) => power < max), max]
}

function LimitMenu({ tab }: { tab: LabTab }) {
  const t = useText()
  return (
    <Menu
      trigger={<Button iconAfter={<ChevronDown size={14} />}>{t(texts.limit, { limit: grouped(tab.limit) })}</Button>}
      items={limitChoices(maxLimit).map((limit) => ({
        label: grouped(limit),
        checked: limit === tab.limit,
        onSelect: () => editTab(tab.id, { limit }),
      }))}
    />
  )
}

function MoreMenu({ tab, toRun, explains, completes, onCompletes, isFormatting, onFormat }: ToolbarProps) {
  const t = useText()
  const [isAsking, setIsAsking] = useState(false)
  const [isExplaining, setIsExplaining] = useState(false)
  const count = parameterCount(tab.templateParams)
  const entries: MenuEntry[] = [
    { label: t(texts.autocomplete), checked: completes, onSelect: () => onCompletes(!completes) },
    hasFlag('ENABLE_TEMPLATE_PROCESSING') && {
      label: t(texts.parameters),
      hint: count > 0 ? String(count) : undefined,
      onSelect: () => setIsAsking(true),
    },
    explains && {
      label: t(texts.plan),
      disabledReason: hasStatement(toRun.text) ? false : t(texts.noPlan),
      onSelect: () => setIsExplaining(true),
    },
    { label: t(texts.format), shortcut: 'Ctrl Shift F', onSelect: onFormat },
    { label: t(texts.schedule), disabledReason: t(texts.noSchedule) },
    {
      label: t(texts.shortcuts),
      shortcut: '?',
      onSelect: () => useShell.setState({ dialog: 'shortcuts' }),
    },
  ]
  return (
    <>
      <PaletteActions items={entries} />
      <Menu
        align="end"
        trigger={
          <IconButton label={t(texts.more)} variant="default" icon={<Ellipsis size={16} />} busy={isFormatting} />
        }
        items={entries}
      />
      {isExplaining ? <PlanDialog tab={tab} sql={toRun.text} onClose={() => setIsExplaining(false)} /> : null}
      {isAsking ? <ParametersDialog tab={tab} onClose={() => setIsAsking(false)} /> : null}
    </>
  )
}

/** The number of parameters in a JSON text; 0 if it is not valid. */
export function parameterCount(text: string): number {
  try {
    const parsed: unknown = JSON.parse(text)
    return parsed !== null && typeof parsed === 'object' ? Object.keys(parsed).length : 0
  } catch {
    return 0
  }
}
