import paddle

tmp_u, tmp_s, tmp_v = paddle.linalg.svd(x=x)
u = tmp_u, tmp_s, tmp_v.conj().t()
if x: tmp_u, tmp_s, tmp_v = paddle.linalg.svd(x=x); u = tmp_u, tmp_s, tmp_v.conj().t(); tmp_u, tmp_s, tmp_v = paddle.linalg.svd(x=y); v = tmp_u, tmp_s, tmp_v.conj().t()
tmp_u, tmp_s, tmp_v = paddle.linalg.svd(x=x)
r = (tmp_u, tmp_s, tmp_v.conj().t()) == (tmp_u, tmp_s, tmp_v.conj().t())
tmp_u, tmp_s, tmp_v = paddle.linalg.svd(x=x)
tmp_u_0, tmp_s_0, tmp_v_0 = paddle.linalg.svd(x=y)
s = (tmp_u, tmp_s, tmp_v.conj().t()), (tmp_u_0, tmp_s_0, tmp_v_0.conj().t())
tmp_u, tmp_s, tmp_v = paddle.linalg.svd(x=x)
tmp_u_1, tmp_s_1, tmp_v_1 = paddle.linalg.svd(x=(tmp_u, tmp_s, tmp_v.conj().t())[0])
t = tmp_u_1, tmp_s_1, tmp_v_1.conj().t()
tmp_u, tmp_s, tmp_v = paddle.linalg.svd(x=x)
for i in (tmp_u, tmp_s, tmp_v.conj().t()):
    pass
tmp_u, tmp_s, tmp_v = paddle.linalg.svd(x=x)
w = [i for i in (tmp_u, tmp_s, tmp_v.conj().t())]


tmp_u, tmp_s, tmp_v = paddle.linalg.svd(x=x)
@paddle.no_grad()
def f(a=(tmp_u, tmp_s, tmp_v.conj().t())):
    return a
