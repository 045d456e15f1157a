import { BadgeCheck, Ellipsis, EllipsisVertical, History, RefreshCw, Share2, UserRound, Zap } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { bootstrap, can, currentUser } from '../../../api/bootstrap.ts'
import { personName } from '../../../api/list.ts'
import { PageHeader } from '../../../shell/PageHeader.tsx'
import { PaletteActions } from '../../../shell/PaletteActions.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LabelledIcon } from '../../../ui/LabelledIcon.tsx'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { Menu, type MenuItems } from '../../../ui/Menu.tsx'
import { parseUtc, RelativeTime } from '../../../ui/RelativeTime.tsx'
import { defineTexts, useRichText, useText } from '../../../ui/text.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { useDashboard, useSession } from '../state/session.ts'
import css from './DashboardHeader.module.css'
import { EditButton } from './EditButton.tsx'
import { FavouriteStar } from './FavouriteStar.tsx'
import type { HeaderDialog } from './HeaderDialogs.tsx'
import { PublishedStatus } from './PublishedStatus.tsx'
import { useOldestDataTime } from './useOldestDataTime.ts'
import { useRefreshAll } from './useRefreshAll.ts'

// few dashboards are shown in a time zone other than that of their data
const TimeZoneMark = lazy(() => import('../../../shell/TimeZoneMark.tsx'))
const DashboardMenuItems = lazy(() => import('./DashboardMenuItems.tsx'))
const DashboardActions = lazy(() => import('./DashboardActions.tsx'))
const HeaderDialogs = lazy(() => import('./HeaderDialogs.tsx'))

const texts = defineTexts('dashboard.header', {
  dashboards: 'Dashboards',
  untitled: '[ untitled dashboard ]',
  certified: 'Certified by {name}',
  refreshed: 'Refreshed {time}',
  refresh: 'Refresh dashboard',
  share: 'Share',
  more: 'More actions',
  owner: 'Owner',
  changed: 'Last modified',
})

/** Title, star, status and metadata of the dashboard; refresh, share and the menu on the right. */
export function DashboardHeader({ hideMenu }: { hideMenu: boolean }) {
  const t = useText()
  const { item } = useSession()
  const changedOn = useDashboard((state) => state.savedOn) ?? item.changed_on
  const isPhone = useIsPhone()
  const [open, setOpen] = useState<HeaderDialog>()
  const refreshAll = useRefreshAll()
  const menu =
    (isShare: boolean): MenuItems =>
    (show) => (
      <LazyPart onClose={() => undefined}>
        <DashboardMenuItems isShare={isShare} refreshAll={refreshAll} onOpen={setOpen} show={show} />
      </LazyPart>
    )
  const items = menu(false)
  const close = () => setOpen(undefined)
  const owner = item.owners?.[0]
  const title = item.dashboard_title || t(texts.untitled)
  const zone = useDashboard((state) => state.metadata.time_zone) ?? currentUser.timeZone
  const mark =
    zone === undefined || zone === bootstrap.common.time_zone ? null : (
      <Suspense>
        <TimeZoneMark zone={zone} />
      </Suspense>
    )
  return (
    <>
      <PageHeader
        hideMenu={hideMenu}
        crumbs={[{ label: t(texts.dashboards), href: '/dashboard/list/' }]}
        title={
          <h1 className={`${css.title} header-title`} title={title} dir="auto">
            {title}
          </h1>
        }
        marks={
          isPhone ? undefined : (
            <>
              {item.certified_by ? (
                <LabelledIcon
                  label={t(texts.certified, { name: item.certified_by })}
                  tooltip={[t(texts.certified, { name: item.certified_by }), item.certification_details]
                    .filter(Boolean)
                    .join('\n')}
                  className={css.certified}
                >
                  <BadgeCheck size={16} />
                </LabelledIcon>
              ) : null}
              <FavouriteStar id={item.id} />
              <PublishedStatus />
            </>
          )
        }
        meta={
          isPhone ? (
            <>
              <DataAge />
              {mark}
            </>
          ) : (
            <>
              {mark}
              {owner ? (
                <span className={css.fact} title={t(texts.owner)}>
                  <UserRound size={14} />
                  {personName(owner)}
                </span>
              ) : null}
              <span className={css.fact} title={t(texts.changed)}>
                <History size={14} />
                <RelativeTime time={parseUtc(changedOn)} />
              </span>
            </>
          )
        }
        actions={
          isPhone ? (
            <PhoneActions items={items} onRefresh={refreshAll} />
          ) : (
            <>
              <DataAge />
              <IconButton
                variant="default"
                label={t(texts.refresh)}
                icon={<RefreshCw size={14} />}
                onClick={refreshAll}
              />
              {can('can_share_dashboard', 'Superset') || can('can_write', 'DashboardPermalinkRestApi') ? (
                <Menu
                  align="end"
                  items={menu(true)}
                  trigger={<Button icon={<Share2 size={14} />}>{t(texts.share)}</Button>}
                />
              ) : null}
              <EditButton />
              <Menu
                align="end"
                items={items}
                trigger={
                  <IconButton variant="default" tooltip={false} label={t(texts.more)} icon={<Ellipsis size={16} />} />
                }
              />
            </>
          )
        }
      />
      <PaletteActions items={(show) => <DashboardActions refreshAll={refreshAll} onOpen={setOpen} show={show} />} />
      {open ? (
        <LazyPart onClose={close}>
          <HeaderDialogs open={open} onClose={close} />
        </LazyPart>
      ) : null}
    </>
  )
}

function PhoneActions({ items, onRefresh }: { items: MenuItems; onRefresh: () => void }) {
  const t = useText()
  return (
    <>
      <IconButton
        size="lg"
        label={t(texts.refresh)}
        tooltip={false}
        icon={<RefreshCw size={20} />}
        onClick={onRefresh}
      />
      <Menu
        align="end"
        items={items}
        trigger={<IconButton size="lg" label={t(texts.more)} tooltip={false} icon={<EllipsisVertical size={20} />} />}
      />
    </>
  )
}

/** The age of the oldest shown data. */
function DataAge() {
  const rich = useRichText()
  const oldest = useOldestDataTime()
  const frequency = useDashboard((state) => state.refreshFrequency)
  if (oldest === undefined) return null
  return (
    <span className={css.age}>
      <Zap size={12} data-live={frequency > 0 ? '' : undefined} />
      <span>{rich(texts.refreshed, { time: <RelativeTime key="time" time={oldest} /> })}</span>
    </span>
  )
}
