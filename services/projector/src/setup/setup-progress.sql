-- version 1, made of 99a69d8a92f01d5b
create table user_progress (
  id int not null,
  "userId" int not null,
  plan text not null,
  deposit int not null,
  step1_broker_account boolean not null,
  step1_broker_link text,
  step2_mt4_authenticated boolean not null,
  step2_axi_connected boolean not null,
  step2_license_key text,
  step3_security_verified boolean not null,
  step3_screenshots jsonb not null,
  "completedAt" timestamptz(3),
  "createdAt" timestamptz(3) not null,
  "updatedAt" timestamptz(3) not null,
  "accountId" uuid primary key
);
create index on user_progress ("userId");
