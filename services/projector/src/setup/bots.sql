-- version 1, made of 2193a1f011d30261
create table active_bots (
  id uuid primary key,
  "userId" int not null,
  "botType" text not null,
  "strategyName" text,
  status text not null default 'active',
  "allocatedAmount" int not null,
  "profitToday" numeric(14, 2) not null default 0,
  "totalProfit" numeric(14, 2) not null default 0,
  "tradesCount" int not null default 0,
  "successRate" numeric(5, 2) not null default 0,
  "createdAt" timestamptz(3) not null,
  "updatedAt" timestamptz(3) not null,
  "accountId" uuid not null,
  -- Position in the log: it also orders bots of the same millisecond.
  position text collate "C" not null
);
create index on active_bots ("accountId", position);
