import { z } from 'zod/mini'
import { type AdFilter, type AdminAd, adminAd, adReport, type ReportedAd } from '#contract/admin/admin-ads.ts'
import {
  hasWords,
  instantColumn,
  instantInJson,
  type RowPage,
  type PageQuery,
  pageOf,
} from '../../kernel/db/lists.ts'
import { part, raw, type Sql } from '../../kernel/db/sql.ts'
import { reportCounts } from '../reports/ad-reports.ts'

const hidden = z.object({ reason: z.string(), at: instantInJson, by: z.enum(['operator', 'reports']) })
const adRow = z.extend(adminAd, { created_at: instantColumn, hidden: z.nullable(hidden) })
const columns = `c.id as _id, c.slug, c.title, c.price::float8 as price, c.city, c.status, c.featured,
  coalesce(c.pictures -> 0 ->> 'url', '') as cover, c.created_at,
  json_build_object('_id', u.id, 'fullname', u.fullname, 'businessname', u.businessname, 'email', u.email) as seller,
  case when c.hidden_at is not null then
    json_build_object('reason', c.hidden_for, 'at', c.hidden_at, 'by', c.hidden_by) end as hidden,
  (select count(*)::int from ad_reports o where o.car_id = c.id and o.closed_at is null) as reports`

const matches = ({ search }: PageQuery) =>
  hasWords(search, "concat_ws(' ', c.title, c.slug, u.fullname, u.businessname, u.email)")

/** Returns one page of ads, newest first. */
export const adminAds = (sql: Sql, q: PageQuery & { state: AdFilter }): Promise<RowPage<AdminAd>> =>
  pageOf(sql, adRow, q, {
    columns,
    from: part`from cars c join users u on u.id = c.creator where ${matches(q)} and case ${q.state}
      when 'all' then true when 'hidden' then c.hidden_at is not null when 'featured' then c.featured
      when 'inactive' then c.status = 'inactive' and c.hidden_at is null else c.status = ${q.state} end`,
    order: 'c.created_at desc, c.id',
  })

export const adminAdById = (sql: Sql, id: string): Promise<AdminAd | undefined> =>
  sql.first(adRow)`select ${raw(columns)} from cars c join users u on u.id = c.creator where c.id = ${id}`

/** Most reports of one ad in a response, those that count first; it bounds the size of the response. */
const mostReports = 50
const reportedRow = z.extend(adRow, { open: z.array(z.extend(adReport, { updated_at: instantInJson })) })
const open = `(select coalesce(json_agg(o), '[]') from (
    select r.id as _id, r.reason, r.words, r.updated_at, r.held, (${reportCounts}) as counts, case when w.id is not null
      then json_build_object('_id', w.id, 'fullname', w.fullname, 'email', w.email) end as "from"
    from ad_reports r left join users w on w.id = r.user_id where r.car_id = c.id and r.closed_at is null
    order by r.held, counts desc, r.updated_at desc, r.id limit ${mostReports}) o) as open`

/** Returns one page of ads with open reports, the most serious first, each with its reports. */
export const reportQueue = (sql: Sql, q: PageQuery): Promise<RowPage<ReportedAd>> =>
  pageOf(sql, reportedRow, q, {
    columns: `${columns}, ${open}`,
    from: part`from (
        select r.car_id, count(*) filter (where ${raw(reportCounts)}) as serious,
          count(*) filter (where r.reason = 'fraud' and not r.held) as fraud,
          count(*) filter (where not r.held) as people, min(r.created_at) as since
        from ad_reports r where r.closed_at is null group by r.car_id) q
      join cars c on c.id = q.car_id join users u on u.id = c.creator where ${matches(q)}`,
    order: "c.hidden_by = 'reports' desc, q.serious desc, q.fraud desc, q.people desc, q.since, c.id",
    counted: part`from cars c join users u on u.id = c.creator where ${matches(q)}
      and exists (select 1 from ad_reports r where r.car_id = c.id and r.closed_at is null)`,
  })
