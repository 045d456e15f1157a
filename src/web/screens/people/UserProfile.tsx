import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/failure.ts'
import { profileQuery } from '../../api/people.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './People.module.css'

const texts = defineTexts('profile', {
  title: "{name}'s profile",
  username: 'Username',
  joined: 'Joined',
  email: 'Email',
  roles: 'Roles',
  dashboards: 'Dashboards',
  charts: 'Charts',
  noDashboards: 'No dashboards',
  noCharts: 'No charts',
})

/** What a user created, as far as the reader may see it. */
export function UserProfile({ username }: { username: string }) {
  const t = useText()
  const { data, error } = useQuery(profileQuery(username))
  const title = t(texts.title, { name: username })
  return (
    <div className={css.page}>
      <PageTitle>{title}</PageTitle>
      <PageHeader title={data ? `${data.first_name} ${data.last_name}` : username} />
      {error ? <EmptyState size="big" title={messageOf(error)} text={username} /> : null}
      {data ? (
        <div className={css.account}>
          <dl className={css.facts}>
            <dt>{t(texts.username)}</dt>
            <dd>{data.username}</dd>
            <dt>{t(texts.joined)}</dt>
            <dd>
              <RelativeTime time={data.joined} />
            </dd>
            {data.email === undefined ? null : (
              <>
                <dt>{t(texts.email)}</dt>
                <dd>{data.email}</dd>
              </>
            )}
            {data.roles === undefined ? null : (
              <>
                <dt>{t(texts.roles)}</dt>
                <dd>{data.roles.join(', ')}</dd>
              </>
            )}
          </dl>
          <Created title={t(texts.dashboards)} none={t(texts.noDashboards)} items={data.dashboards} />
          <Created title={t(texts.charts)} none={t(texts.noCharts)} items={data.charts} />
        </div>
      ) : error ? null : (
        <Spinner />
      )}
    </div>
  )
}

function Created({ title, none, items }: { title: string; none: string; items: { title: string; url: string }[] }) {
  return (
    <section>
      <h2 className={css.section}>{title}</h2>
      {items.length === 0 ? (
        <p className={css.lead}>{none}</p>
      ) : (
        <ul className={css.created}>
          {items.map((item) => (
            <li key={item.url}>
              <a className={css.name} href={item.url}>
                {item.title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
