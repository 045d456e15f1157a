import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { recentlyViewedQuery } from '../../api/activity.ts'
import { messageOf } from '../../api/failure.ts'
import { type Profile, profileQuery, starredQuery } from '../../api/people.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './UserProfile.module.css'

const texts = defineTexts('userProfile', {
  title: "{name}'s profile",
  joined: 'joined {time}',
  id: 'id: {id}',
  favorites: 'Favorites',
  created: 'Created content',
  recent: 'Recent activity',
  security: 'Security & Access',
  roles: 'Roles',
  databases: 'Databases',
  datasets: 'Datasets',
  allData: 'All data',
  dashboards: 'Dashboards',
  charts: 'Charts',
  noStarredDashboards: 'No favorite dashboards yet, go click on stars!',
  noStarredCharts: 'No favorite charts yet, go click on stars!',
  noDashboards: 'No dashboards',
  noCharts: 'No charts',
  noActivity: 'No activity yet',
  nothing: 'None',
})

const shownActivity = 50

/** A user's name and roles, and what the user created, starred and opened, if the reader may see it. */
export function UserProfile({ username }: { username: string }) {
  const t = useText()
  const { data, error } = useQuery(profileQuery(username))
  return (
    <div className={css.page}>
      <PageTitle>{t(texts.title, { name: username })}</PageTitle>
      <PageHeader title={data ? `${data.first_name} ${data.last_name}` : username} />
      {error ? <EmptyState size="big" title={messageOf(error)} text={username} /> : null}
      {data ? (
        <div className={css.columns}>
          <Card profile={data} />
          <Contents profile={data} />
        </div>
      ) : error ? null : (
        <Spinner />
      )}
    </div>
  )
}

function Card({ profile }: { profile: Profile }) {
  const t = useText()
  const { id, username, first_name: first, last_name: last, joined, email, roles } = profile
  return (
    <aside className={css.card}>
      <Avatar name={`${first} ${last}`} />
      <p className={css.name}>{`${first} ${last}`}</p>
      <p>{username}</p>
      {email === undefined ? null : <p>{email}</p>}
      {roles === undefined || roles.length === 0 ? null : <p>{roles.join(', ')}</p>}
      <p className={css.quiet}>{t(texts.joined, { time: joined.slice(0, 10) })}</p>
      <p className={css.quiet}>{t(texts.id, { id: String(id) })}</p>
    </aside>
  )
}

function Contents({ profile }: { profile: Profile }) {
  const t = useText()
  const [tab, setTab] = useState('favorites')
  return (
    <Tabs value={tab} onChange={setTab} className={css.contents}>
      <div className={css.bar}>
        <TabList label={t(texts.title, { name: profile.username })}>
          <Tab value="favorites">{t(texts.favorites)}</Tab>
          <Tab value="created">{t(texts.created)}</Tab>
          <Tab value="recent">{t(texts.recent)}</Tab>
          {profile.data === undefined ? null : <Tab value="security">{t(texts.security)}</Tab>}
        </TabList>
      </div>
      <TabPanel value="favorites" className={css.panel}>
        <Favorites userId={profile.id} />
      </TabPanel>
      <TabPanel value="created" className={css.panel}>
        <Objects title={t(texts.dashboards)} none={t(texts.noDashboards)} items={profile.dashboards} />
        <Objects title={t(texts.charts)} none={t(texts.noCharts)} items={profile.charts} />
      </TabPanel>
      <TabPanel value="recent" className={css.panel}>
        <RecentActivity userId={profile.id} />
      </TabPanel>
      {profile.data === undefined ? null : (
        <TabPanel value="security" className={css.panel}>
          <Names title={t(texts.roles)} names={profile.roles ?? []} />
          <Names title={t(texts.databases)} names={profile.data.all ? [t(texts.allData)] : profile.data.databases} />
          <Names title={t(texts.datasets)} names={profile.data.all ? [t(texts.allData)] : profile.data.datasets} />
        </TabPanel>
      )}
    </Tabs>
  )
}

function Favorites({ userId }: { userId: number }) {
  const t = useText()
  const { data, error } = useQuery(starredQuery(userId))
  if (error) return <EmptyState title={messageOf(error)} />
  if (!data) return <Spinner />
  const { dashboards, charts } = data
  return (
    <>
      <Objects title={t(texts.dashboards)} none={t(texts.noStarredDashboards)} items={dashboards.map(timed)} />
      <Objects title={t(texts.charts)} none={t(texts.noStarredCharts)} items={charts.map(timed)} />
    </>
  )
}

const timed = ({ title, url, dttm }: { title: string; url: string; dttm: number }): Item => ({
  title,
  url,
  time: new Date(dttm).toISOString(),
})

function RecentActivity({ userId }: { userId: number }) {
  const t = useText()
  const { data, error } = useQuery(recentlyViewedQuery(shownActivity, userId))
  if (error) return <EmptyState title={messageOf(error)} />
  if (!data) return <Spinner />
  const items = data.map((row) => timed({ title: row.item_title, url: row.item_url, dttm: row.time }))
  return <Objects title={t(texts.recent)} none={t(texts.noActivity)} items={items} />
}

interface Item {
  title: string
  url: string
  time?: string
}

function Objects({ title, none, items }: { title: string; none: string; items: readonly Item[] }) {
  return (
    <Part title={title} count={items.length}>
      {items.length === 0 ? (
        <p className={css.quiet}>{none}</p>
      ) : (
        <ul className={css.list}>
          {items.map((item) => (
            <li key={item.url} className={css.item}>
              <a href={item.url}>{item.title}</a>
              {item.time === undefined ? null : (
                <span className={css.quiet}>
                  <RelativeTime time={item.time} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  const t = useText()
  return (
    <Part title={title} count={names.length}>
      {names.length === 0 ? (
        <p className={css.quiet}>{t(texts.nothing)}</p>
      ) : (
        <div className={css.names}>
          {names.map((name) => (
            <Tag key={name}>{name}</Tag>
          ))}
        </div>
      )}
    </Part>
  )
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section className={css.part}>
      <h2 className={css.heading}>
        {title} <span className={css.count}>{count}</span>
      </h2>
      {children}
    </section>
  )
}
