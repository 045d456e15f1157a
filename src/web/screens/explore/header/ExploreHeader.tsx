import { useQuery } from '@tanstack/react-query'
import { Ellipsis, History, LayoutDashboard, Redo2, Save, Undo2, UserRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { bootstrap, can, currentUser, isAdmin } from '../../../api/bootstrap.ts'
import { favouriteStatusQuery, useFavourite } from '../../../api/favourites.ts'
import { Certified } from '../../../list/Certified.tsx'
import { Star } from '../../../list/Star.tsx'
import { PageHeader } from '../../../shell/PageHeader.tsx'
import { PaletteActions } from '../../../shell/PaletteActions.tsx'
import { useShortcut } from '../../../shell/shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { elapsedText } from '../../../ui/elapsedText.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Kbd, modKey } from '../../../ui/Kbd.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { StatusDot, Tag } from '../../../ui/Tag.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'
import { ChartTitle } from './ChartTitle.tsx'
import { DraftMark } from './DraftMark.tsx'
import css from './ExploreHeader.module.css'
import { HeaderDialogs } from './HeaderDialogs.tsx'
import { type HeaderDialog, useChartActions } from './useChartActions.ts'

const texts = defineTexts('explore.header', {
  charts: 'Charts',
  altered: 'Altered',
  seeDifference: 'Click to see difference',
  changes: 'See the changes since the last save',
  added: '{count, plural, =0 {Not added to any dashboard} one {Added to 1 dashboard} other {Added to # dashboards}}',
  owners: 'Owners',
  modified: 'Last modified',
  undo: 'Undo',
  redo: 'Redo',
  save: 'Save',
  saveKey: 'Save the chart',
  keys: 'Chart builder',
  more: 'More actions',
  starFailed: 'An error occurred while starring this chart',
  needsValues: 'Add required control values to save chart',
  mayNot: 'You do not have permission to edit this chart',
})

const TimeZoneMark = lazy(() => import('../../../shell/TimeZoneMark.tsx'))

export interface ExploreHeaderProps {
  /** the dashboard that the user came from */
  dashboardId: number | null
}

/** Name, star, changes, and all actions of the chart. */
export function ExploreHeader({ dashboardId }: ExploreHeaderProps) {
  const t = useText()
  const explore = useExplore()
  const { opened, state, dispatch, errors } = explore
  const { run } = useExploreRun()
  const [dialog, setDialog] = useState<HeaderDialog>()
  const { slice } = opened
  const mayWrite = can('can_write', 'Chart')
  const isOwner =
    slice === null || isAdmin() || slice.is_editor === true || slice.owners.includes(currentUser.userId ?? -1)
  const isComplete = Object.keys(errors).length === 0
  const maySave = mayWrite && isComplete
  const refusal = !mayWrite ? t(texts.mayNot) : isComplete ? false : t(texts.needsValues)
  const [isSaveWanted, setIsSaveWanted] = useState(false)
  // a chart whose type was just selected is saved even if the code of the type is still loading
  if (isSaveWanted && !explore.isSwitching) {
    setIsSaveWanted(false)
    if (maySave) setDialog('save')
  }
  const openSave = () => setIsSaveWanted(true)
  useShortcut({ keys: 'mod+s', label: t(texts.saveKey), group: t(texts.keys), run: openSave })

  return (
    <>
      <PageHeader
        crumbs={[{ label: t(texts.charts), href: '/chart/list/' }]}
        title={
          <ChartTitle name={state.name} canEdit={isOwner} onRename={(name) => dispatch({ type: 'renamed', name })} />
        }
        marks={
          <>
            {slice ? <SavedMarks id={slice.slice_id} name={state.name} /> : null}
            {slice ? <Certified by={slice.certified_by} details={slice.certification_details} /> : null}
            <DraftMark />
            {slice && explore.isAltered ? (
              <button
                type="button"
                className={css.altered}
                title={t(texts.seeDifference)}
                onClick={() => setDialog('changes')}
              >
                <Tag tone="warning" icon={<StatusDot tone="warning" />}>
                  {t(texts.altered)}
                </Tag>
              </button>
            ) : null}
          </>
        }
        meta={opened.metadata !== null || ownZone() !== undefined ? <Facts /> : undefined}
        actions={
          <>
            <UndoButtons />
            <Button
              icon={<Save size={14} />}
              iconAfter={
                <span className={css.key}>
                  <Kbd keys={`${modKey} S`} />
                </span>
              }
              disabledReason={refusal}
              disabled={maySave && run.phase === 'loading'}
              onClick={openSave}
            >
              {t(texts.save)}
            </Button>
            <Menu
              align="end"
              items={(show) => <ChartMenu onOpen={setDialog} show={show} />}
              trigger={
                <IconButton variant="default" tooltip={false} label={t(texts.more)} icon={<Ellipsis size={16} />} />
              }
            />
          </>
        }
      />
      <PaletteActions
        items={(show) => (
          <ChartMenu
            onOpen={setDialog}
            show={(menu) =>
              show([
                maySave &&
                  run.phase !== 'loading' && { label: t(texts.saveKey), shortcut: `${modKey} S`, onSelect: openSave },
                state.controls.past.length > 0 && {
                  label: t(texts.undo),
                  onSelect: () => dispatch({ type: 'undone' }),
                },
                state.controls.future.length > 0 && {
                  label: t(texts.redo),
                  onSelect: () => dispatch({ type: 'redone' }),
                },
                slice !== null &&
                  explore.isAltered && { label: t(texts.changes), onSelect: () => setDialog('changes') },
                ...menu,
              ])
            }
          />
        )}
      />
      <HeaderDialogs
        dialog={dialog}
        dashboardId={dashboardId}
        canOverwrite={slice !== null && isOwner && slice.is_managed_externally !== true}
        onClose={() => setDialog(undefined)}
      />
    </>
  )
}

interface ChartMenuProps {
  onOpen: (dialog: HeaderDialog) => void
  show: (items: MenuEntry[]) => ReactNode
}

/** The time zone of the user, if it is not the one of the workspace. */
const ownZone = () => (currentUser.timeZone === bootstrap.common.time_zone ? undefined : currentUser.timeZone)

/** The user's own time zone; dashboards, owners and last change of the saved chart. */
function Facts() {
  const { metadata } = useExplore().opened
  const t = useText()
  const zone = ownZone()
  return (
    <>
      {zone === undefined ? null : (
        <Suspense>
          <TimeZoneMark zone={zone} />
        </Suspense>
      )}
      {metadata === null ? null : (
        <span className={css.facts}>
          <span className={css.fact} title={metadata.dashboards.map((each) => each.dashboard_title).join('\n')}>
            <LayoutDashboard size={14} />
            {t(texts.added, { count: metadata.dashboards.length })}
          </span>
          {metadata.owners.length > 0 ? (
            <span className={css.fact} title={`${t(texts.owners)}: ${metadata.owners.join(', ')}`}>
              <UserRound size={14} />
              {metadata.owners[0]}
            </span>
          ) : null}
          <span className={css.fact} title={t(texts.modified)}>
            <History size={14} />
            {elapsedText(metadata.changed_on_humanized)}
          </span>
        </span>
      )}
    </>
  )
}

function UndoButtons() {
  const { state, dispatch } = useExplore()
  const t = useText()
  return (
    <span className={css.history}>
      <IconButton
        label={t(texts.undo)}
        icon={<Undo2 size={16} />}
        disabled={state.controls.past.length === 0}
        onClick={() => dispatch({ type: 'undone' })}
      />
      <IconButton
        label={t(texts.redo)}
        icon={<Redo2 size={16} />}
        disabled={state.controls.future.length === 0}
        onClick={() => dispatch({ type: 'redone' })}
      />
      <span className={css.line} />
    </span>
  )
}

/** Mounted while the menu is open, so that its requests are sent only then. */
const ChartMenu = ({ onOpen, show }: ChartMenuProps) => show(useChartActions(onOpen))

function SavedMarks({ id, name }: { id: number; name: string }) {
  const t = useText()
  const stars = useQuery(favouriteStatusQuery('chart', [id]))
  const favourite = useFavourite('chart')
  return (
    <Star
      title={name}
      isStarred={stars.data?.has(id) ?? false}
      onChange={(isStarred) =>
        favourite.mutate({ id, isStarred }, { onError: () => toast.danger(t(texts.starFailed)) })
      }
    />
  )
}
