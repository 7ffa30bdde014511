alter table payslip_line alter column amount type bigint using round(amount * 100);
